import { GeneralAnswerSchema, GeneralRequestSchema } from '@portal/api/wire';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { accounts } from '../database/schema.ts';
import { callerOf } from './caller.ts';
import type { ApiScope } from './valibot-schemas.ts';

const schema = {
  summary: "Change the user's name; a last name that is null is none",
  body: GeneralRequestSchema,
  response: { 200: GeneralAnswerSchema },
};

/** `PUT account/general` (specification, sections 5 and 7). */
export function changeGeneral(app: ApiScope, db: Database): void {
  app.put('/account/general', { schema }, async (request) => {
    const { firstname, lastname } = request.body;
    await db
      .update(accounts)
      .set({ firstName: firstname, lastName: lastname })
      .where(eq(accounts.id, callerOf(request).id));
    return { data: { firstname, lastname } };
  });
}
