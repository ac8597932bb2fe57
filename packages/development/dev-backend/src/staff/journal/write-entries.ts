import type { JOURNAL_ACTIONS } from '@portal/staff-api/wire';
import type { Caller } from '../../api/caller.ts';
import type { Transaction } from '../../database/add-person.ts';
import { journal } from '../../database/schema.ts';

/** What is done to somebody's account. */
interface Entry {
  readonly action: (typeof JOURNAL_ACTIONS)[number];
  /** Id of the account. */
  readonly on: string;
  /** The role, the hub or what else is concerned. */
  readonly what?: string | undefined;
  readonly reason?: string;
}

/** Writes down what the caller does, in the transaction that does it: there is no action without its entry. */
export async function writeEntries(
  transaction: Transaction,
  { id, email }: Caller,
  entries: readonly Entry[],
): Promise<void> {
  const at = new Date();
  await transaction
    .insert(journal)
    .values(entries.map(({ on, ...entry }) => ({ ...entry, at, byId: id, byEmail: email, onId: on })));
}
