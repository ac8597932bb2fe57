import { createHash } from 'node:crypto';
import type { Database } from './open-database.ts';
import { accounts, deliveredHubs, hubHolders, hubs, identities } from './schema.ts';

/** A transaction on the database. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A person who is new to the identity provider and, unless `account` is null, to the portal. */
export interface NewPerson {
  /** The person's unique name in the database. */
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly identityRoles: readonly string[];
  readonly account: {
    readonly firstName: string;
    readonly lastName: string | null;
    readonly language: string | null;
    readonly country: string | null;
    readonly roles: readonly string[];
    /** Set for users who are not on single sign-on. */
    readonly passwordHash: string | null;
    readonly lastSeen: Date | null;
    /** The account at the OBC system; none by default. */
    readonly obcId?: string | null;
    /** Now by default. */
    readonly registeredAt?: Date;
    /** Now by default; null for an account that is not confirmed. */
    readonly confirmedAt?: Date | null;
  } | null;
}

const getIdentityId = (name: string) => `identity-${name}`;
const ID_CHARACTERS = 24;
/** Id of the account of the person called `name`. It stands in addresses, so it does not tell the name. */
export const getAccountId = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, ID_CHARACTERS);

export async function addPerson(transaction: Transaction, person: NewPerson): Promise<void> {
  const { name, email, passwordHash, identityRoles, account } = person;
  await transaction
    .insert(identities)
    .values({ id: getIdentityId(name), email, passwordHash, roles: [...identityRoles] });
  if (!account) return;
  await transaction.insert(accounts).values({
    ...account,
    id: getAccountId(name),
    identityId: getIdentityId(name),
    email,
    roles: [...account.roles],
    usesSingleSignOn: account.passwordHash === null,
  });
}

/** A hub that has been delivered. */
interface DeliveredHub {
  readonly serial: string;
  readonly partNumber: string;
  readonly type: string;
}

/** A hub that is newly activated, and the accounts that hold it. */
export interface NewHub extends DeliveredHub {
  readonly activatedAt: Date;
  readonly sharingMode: 'public' | 'off';
  /** Null until the hub has reported it. */
  readonly firmware?: string | null;
  readonly ownerId: string;
  readonly guestIds: readonly string[];
}

/** Adds hubs that exist, but need not be activated. Those that are known stay as they are. */
export async function addDeliveredHubs(transaction: Transaction, delivered: readonly DeliveredHub[]): Promise<void> {
  const rows = delivered.map(({ serial, partNumber, type }) => ({ serial, partNumber, type }));
  await transaction.insert(deliveredHubs).values(rows).onConflictDoNothing();
}

export async function addHubs(transaction: Transaction, newHubs: readonly NewHub[]): Promise<void> {
  if (newHubs.length === 0) return;
  await addDeliveredHubs(transaction, newHubs);
  await transaction.insert(hubs).values(newHubs.map(({ ownerId: _owner, guestIds: _guests, ...hub }) => hub));
  await transaction
    .insert(hubHolders)
    .values(
      newHubs.flatMap(({ serial, partNumber, ownerId, guestIds }) => [
        { serial, partNumber, accountId: ownerId, role: 'owner' as const },
        ...guestIds.map((accountId) => ({ serial, partNumber, accountId, role: 'guest' as const })),
      ]),
    );
}
