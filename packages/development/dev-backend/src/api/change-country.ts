import { COUNTRY_SAVED, CountryResponseSchema, CountryRequestSchema } from '@portal/api/wire';
import { eq } from 'drizzle-orm';
import { accounts } from '../database/schema.ts';
import { callerIn } from './caller.ts';
import { isActiveCountry } from './get-countries.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = {
  summary: "Change the user's country; code 3000012 is success",
  body: CountryRequestSchema,
  response: { 200: CountryResponseSchema },
};

/** `PUT account/country`. Accounts may keep an inactive country, but not change to one. */
export function changeCountry(app: ApiScope, { db }: Services): void {
  app.put('/account/country', { schema }, async (request) => {
    const { country } = request.body;
    const caller = await callerIn(db, request);
    if (country !== caller.country && !(await isActiveCountry(db, country))) throw new Refusal(400, 'UNKNOWN_COUNTRY');
    await db.update(accounts).set({ country }).where(eq(accounts.id, caller.id));
    return { code: COUNTRY_SAVED, data: { country } };
  });
}
