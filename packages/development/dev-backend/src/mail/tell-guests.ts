import type { Transaction } from '../database/add-person.ts';
import { mailTo } from '../database/mail-facts.ts';
import type { LostGuest } from '../database/release-hub.ts';
import type { Outbox } from './outbox.ts';

interface Told {
  readonly guests: readonly LostGuest[];
  readonly portalOrigin: string;
}

/** Adds a mail to each guest who has lost a hub with the account of its owner. */
export async function tellGuests(
  outbox: Outbox,
  transaction: Transaction,
  { guests, portalOrigin }: Told,
): Promise<void> {
  for (const { account, ...hub } of guests)
    await outbox.add(transaction, mailTo(account, { kind: 'hub-left', portalOrigin, ...hub }));
}
