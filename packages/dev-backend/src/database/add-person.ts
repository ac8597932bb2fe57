import type { Database } from './open-database.ts';
import { accounts, hubHolders, hubs, identities } from './schema.ts';

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
  } | null;
}

const identityIdOf = (name: string) => `identity-${name}`;
/** Id of the account of the person called `name`. */
export const accountIdOf = (name: string) => `account-${name}`;

export async function addPerson(transaction: Transaction, person: NewPerson): Promise<void> {
  const { name, email, passwordHash, identityRoles, account } = person;
  await transaction
    .insert(identities)
    .values({ id: identityIdOf(name), email, passwordHash, roles: [...identityRoles] });
  if (!account) return;
  await transaction.insert(accounts).values({
    ...account,
    id: accountIdOf(name),
    identityId: identityIdOf(name),
    email,
    roles: [...account.roles],
    usesSingleSignOn: account.passwordHash === null,
  });
}

/** A hub that is new, and the accounts that hold it. */
export interface NewHub {
  readonly serial: string;
  readonly partNumber: string;
  readonly type: string;
  readonly activatedAt: Date;
  readonly sharingMode: 'public' | 'off';
  readonly ownerId: string;
  readonly guestIds: readonly string[];
}

export async function addHubs(transaction: Transaction, newHubs: readonly NewHub[]): Promise<void> {
  if (newHubs.length === 0) return;
  await transaction.insert(hubs).values(
    newHubs.map(({ serial, partNumber, type, activatedAt, sharingMode }) => ({
      serial,
      partNumber,
      type,
      activatedAt,
      sharingMode,
    })),
  );
  await transaction
    .insert(hubHolders)
    .values(
      newHubs.flatMap(({ serial, partNumber, ownerId, guestIds }) => [
        { serial, partNumber, accountId: ownerId, role: 'owner' as const },
        ...guestIds.map((accountId) => ({ serial, partNumber, accountId, role: 'guest' as const })),
      ]),
    );
}
