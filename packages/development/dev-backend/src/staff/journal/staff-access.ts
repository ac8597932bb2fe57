import { StaffAccessResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { asc, eq } from 'drizzle-orm';
import { callerIn } from '../../api/caller.ts';
import { journal } from '../../database/schema.ts';
import type { Services } from '../../services.ts';

const schema = {
  summary: 'What customer service did with the account of the signed-in user, without who',
  response: { 200: StaffAccessResponseSchema },
};

/**
 * `GET account/staff-access`: the journal's entries on the caller's account, the oldest first. Who it was and why stays
 * with the staff.
 */
export function staffAccess(app: ApiScope, { db }: Services): void {
  app.get('/account/staff-access', { schema }, async (request) => {
    const { id } = await callerIn(db, request);
    const entries = await db
      .select({ at: journal.at, action: journal.action, what: journal.what })
      .from(journal)
      .where(eq(journal.onId, id))
      .orderBy(asc(journal.id));
    return { data: entries.map(({ at, action, what }) => ({ at: at.toISOString(), action, what })) };
  });
}
