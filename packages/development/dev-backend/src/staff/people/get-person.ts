import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { PersonPathSchema, PersonResponseSchema } from '@portal/staff-api/wire';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { readHubs } from '../../api/get-hubs.ts';
import type { Transaction } from '../../database/add-person.ts';
import { outbox } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { runPersonAction } from './person.ts';
import type { Services } from '../../services.ts';

/** The mails about an account that were refused. */
async function refusedMails(transaction: Transaction, accountId: string) {
  const rows = await transaction
    .select({
      kind: outbox.kind,
      // What was refused has both.
      at: sql`${outbox.refusedAt}`.mapWith(outbox.refusedAt),
      reason: sql`${outbox.reason}`.mapWith(outbox.reason),
    })
    .from(outbox)
    .where(and(eq(outbox.accountId, accountId), isNotNull(outbox.refusedAt)))
    .orderBy(desc(outbox.refusedAt), desc(outbox.id));
  return rows.map(({ at, ...mail }) => ({ ...mail, at: at.toISOString() }));
}

const route = requires('read an account', {
  summary: 'The account of a person with its hubs; the journal keeps that it was viewed',
  params: PersonPathSchema,
  response: { 200: PersonResponseSchema },
});

/**
 * `GET staff/people/{id}` (specification, section 3). Limited, because ids stand elsewhere, too: in lists of logs, and
 * in the journal.
 */
export function getPerson(staff: ApiScope, work: Services): void {
  // A HEAD would be written down as a view, too.
  staff.get('/staff/people/:id', { ...route, exposeHeadRoute: false }, async (request) => {
    const { id } = request.params;
    return runPersonAction(work, { request, id }, async (transaction, account, caller) => {
      await writeEntries(transaction, caller, [{ action: 'viewed', on: id }]);
      return {
        data: {
          id,
          singleSignOnId: account.identityId,
          obcId: account.obcId,
          firstname: account.firstName,
          lastname: account.lastName,
          email: account.email,
          language: account.language,
          registeredAt: account.registeredAt.toISOString(),
          lastSeen: account.lastSeen?.toISOString() ?? null,
          confirmed: account.confirmedAt !== null,
          migrated: account.usesSingleSignOn,
          roles: account.roles,
          hubs: await readHubs(transaction, id),
          refusedMails: await refusedMails(transaction, id),
        },
      };
    });
  });
}
