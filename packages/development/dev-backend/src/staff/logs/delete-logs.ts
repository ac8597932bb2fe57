import { eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { callerIn } from '../../api/caller.ts';
import type { Refusal } from '../../refusal.ts';
import type { Database } from '../../database/open-database.ts';
import { accounts, logs } from '../../database/schema.ts';
import { writeEntries } from '../journal/write-entries.ts';

/** How many entries of the journal are written at once: a statement has a limited number of values. */
const ENTRIES = 1000;

/** Who deletes which logs, and why. */
interface Deletion {
  readonly which: SQL | undefined;
  /** How many that are. */
  readonly count: number;
  readonly request: FastifyRequest;
  readonly reason: string;
}

/** Deletes logs, and writes into the journal whose they were. Nothing changes if there are more or fewer of them. @throws what `differs` makes */
export async function deleteLogs(db: Database, deletion: Deletion, differs: () => Refusal): Promise<void> {
  const { which, count, request, reason } = deletion;
  await db.transaction(async (transaction) => {
    const by = await callerIn(transaction, request);
    const gone = transaction
      .$with('gone')
      .as(transaction.delete(logs).where(which).returning({ identifier: logs.identifier }));
    const counts = await transaction
      .with(gone)
      .select({ accountId: accounts.id, count: sql<number>`count(*)::integer` })
      .from(gone)
      .leftJoin(accounts, eq(accounts.id, gone.identifier))
      .groupBy(accounts.id);
    if (counts.reduce((sum, each) => sum + each.count, 0) !== count) throw differs();
    const entries = counts.flatMap(({ accountId, count: deleted }) =>
      accountId === null ? [] : [{ act: 'logs-deleted' as const, on: accountId, what: String(deleted), reason }],
    );
    for (let from = 0; from < entries.length; from += ENTRIES)
      await writeEntries(transaction, by, entries.slice(from, from + ENTRIES));
  });
}
