import { GeneralResponseSchema, GeneralRequestSchema } from '@portal/api/wire';
import { eq } from 'drizzle-orm';
import { accounts } from '../database/schema.ts';
import { callerIn } from './caller.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = {
  summary: "Change the user's name; null removes the last name",
  body: GeneralRequestSchema,
  response: { 200: GeneralResponseSchema },
};

/**
 * Line breaks and direction marks: mails to other people contain the name, which must not look like another paragraph,
 * or turn the writing around.
 */
const UNWANTED = /[\p{Cc}\p{Bidi_Control}]/u;

/** `PUT account/general` (specification, sections 5 and 7). A name is one line. */
export function changeGeneral(app: ApiScope, { db }: Services): void {
  app.put('/account/general', { schema }, async (request) => {
    const { firstname, lastname } = request.body;
    if (UNWANTED.test(`${firstname}${lastname ?? ''}`)) throw new Refusal(400, 'INVALID_NAME');
    const { id } = await callerIn(db, request);
    await db.update(accounts).set({ firstName: firstname, lastName: lastname }).where(eq(accounts.id, id));
    return { data: { firstname, lastname } };
  });
}
