import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { SearchRequestSchema, SearchResponseSchema } from '@portal/staff-api/wire';
import { eq, sql } from 'drizzle-orm';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import { accounts } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import type { Services } from '../../services.ts';

const route = requires('find a person', {
  summary: 'The id of the account with this e-mail address; a POST, because addresses are logged',
  body: SearchRequestSchema,
  response: { 200: SearchResponseSchema },
});

/** `POST staff/people/search`. The whole address, in capitals or not: nobody can list people. */
export function findPerson(staff: ApiScope, { db, searches }: Services): void {
  staff.post('/staff/people/search', route, async (request) => {
    const hasAddress = eq(sql`lower(${accounts.email})`, request.body.email.toLowerCase());
    return db.transaction(async (transaction) => {
      const caller = await callerIn(transaction, request);
      searches.count(caller.id);
      const [found] = await transaction.select({ id: accounts.id }).from(accounts).where(hasAddress);
      if (!found) throw new Refusal(404, 'USER_NOT_FOUND');
      return { data: { id: found.id } };
    });
  });
}
