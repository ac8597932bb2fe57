import { and, eq, exists } from 'drizzle-orm';
import type { Transaction } from './add-person.ts';
import { hubHolders, hubs } from './schema.ts';

/** Condition for rows of `hubs`: those that an account owns. */
export function isOwnedBy(transaction: Transaction, accountId: string) {
  const owned = transaction
    .select({ role: hubHolders.role })
    .from(hubHolders)
    .where(
      and(
        eq(hubHolders.serial, hubs.serial),
        eq(hubHolders.partNumber, hubs.partNumber),
        eq(hubHolders.accountId, accountId),
        eq(hubHolders.role, 'owner'),
      ),
    );
  return exists(owned);
}
