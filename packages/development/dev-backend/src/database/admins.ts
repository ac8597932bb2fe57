import { and, arrayContains, asc, isNull } from 'drizzle-orm';
import type { Transaction } from './add-person.ts';
import { accounts } from './schema.ts';

/** The role that gives and takes roles. */
const ADMIN_ROLE = 'admin';

/**
 * The ids of all admins, none of whom can stop being one before the transaction ends: so of two at once, one sees the
 * other's change.
 */
export async function lockAdmins(transaction: Transaction): Promise<readonly string[]> {
  const isAdmin = and(arrayContains(accounts.roles, [ADMIN_ROLE]), isNull(accounts.deletionFailedAt));
  const found = await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .where(isAdmin)
    .orderBy(asc(accounts.id))
    .for('update');
  return found.map(({ id }) => id);
}

/** Whether nobody could give roles without this account. */
export async function isLastAdmin(transaction: Transaction, accountId: string): Promise<boolean> {
  const admins = await lockAdmins(transaction);
  return admins.length === 1 && admins[0] === accountId;
}
