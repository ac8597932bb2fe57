import { randomBytes } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { Refusal } from '../api/refusal.ts';
import { accountIdOf, addHubs, addPerson } from '../database/add-person.ts';
import type { NewHub, NewPerson } from '../database/add-person.ts';
import type { Database } from '../database/open-database.ts';
import { DEMO_LAST_SEEN, DEMO_PASSWORD, DEMO_PEOPLE } from '../database/people.ts';
import { hubs as hubsTable } from '../database/schema.ts';
import { hashPassword } from '../identity/password.ts';
import { companionsOf, newHubs } from './new-hubs.ts';
import type { PersonRequest } from './person-request.ts';

const TEST_PERSON = { firstName: 'Test', lastName: 'Person', language: 'en', country: 'de' } as const;

/** A person who has just been made, as a test needs to know them. */
export interface CreatedPerson {
  readonly email: string;
  readonly password: string;
  readonly hubs: readonly {
    readonly serial: string;
    readonly partNumber: string;
    readonly type: string;
    readonly sharingMode: 'public' | 'off';
    readonly activatedAt: string;
    readonly role: 'owner' | 'guest';
  }[];
  /** Addresses of the people who were made with them because they hold the same hubs, by the names of the copied ones. */
  readonly companions: Readonly<Record<string, string>>;
}

/** The same password for everybody, so its hash is made once. */
let demoPasswordHash: Promise<string> | undefined;

const emailOf = (name: string) => `${name}@example.com`;

/** An account like that of the demo person `copyOf`, but for the given differences. */
async function newAccount(
  copyOf: string | undefined,
  changes: NonNullable<PersonRequest['account']>,
): Promise<NewPerson['account']> {
  const copied = copyOf === undefined ? TEST_PERSON : DEMO_PEOPLE.find(({ name }) => name === copyOf)?.account;
  if (!copied) return null;
  const { firstName, lastName, language, country, roles, password, lastSeen } = {
    roles: [],
    password: null,
    lastSeen: DEMO_LAST_SEEN,
    ...copied,
    ...changes,
  };
  const passwordHash = password === null ? null : await hashPassword(password);
  return { firstName, lastName, language, country, roles, passwordHash, lastSeen };
}

async function refuseTakenHubs(db: Database, wanted: readonly NewHub[]): Promise<void> {
  if (wanted.length === 0) return;
  const serials = wanted.map(({ serial }) => serial);
  const taken = await db.select().from(hubsTable).where(inArray(hubsTable.serial, serials));
  const clash = wanted.find((hub) =>
    taken.some(({ serial, partNumber }) => serial === hub.serial && partNumber === hub.partNumber),
  );
  if (clash) throw new Refusal(400, `There is a hub ${clash.serial}+${clash.partNumber} already.`);
}

/** Makes a person whom no other test knows. @throws {Refusal} 400 when the request contradicts itself or the database. */
export async function createPerson(db: Database, request: PersonRequest): Promise<CreatedPerson> {
  const { prefix, copyOf, account: changes } = request;
  const name = `${prefix}-${randomBytes(4).toString('hex')}`;
  const nameOf = (demoName: string) => (demoName === copyOf ? name : `${name}-${demoName}`);
  const passwordHash = await (demoPasswordHash ??= hashPassword(DEMO_PASSWORD));
  const person = async (demoName: string | undefined, newName: string, differences: typeof changes) => ({
    name: newName,
    email: emailOf(newName),
    passwordHash,
    identityRoles: DEMO_PEOPLE.find((demo) => demo.name === demoName)?.identityRoles ?? [],
    account: await newAccount(demoName, differences),
  });
  const companions = companionsOf(request);
  const people = await Promise.all([
    person(copyOf, name, changes),
    ...companions.map((demoName) => person(demoName, nameOf(demoName), {})),
  ]);
  const hubs = await newHubs(db, { name, request }, nameOf);
  if (hubs.length > 0 && people[0]?.account === null) throw new Refusal(400, 'Without an account there are no hubs.');
  await refuseTakenHubs(db, hubs);
  await db.transaction(async (transaction) => {
    for (const one of people) await addPerson(transaction, one);
    await addHubs(transaction, hubs);
  });
  return {
    email: emailOf(name),
    password: DEMO_PASSWORD,
    hubs: hubs.map(({ ownerId, guestIds: _guests, activatedAt, ...hub }) => ({
      ...hub,
      activatedAt: activatedAt.toISOString(),
      role: ownerId === accountIdOf(name) ? 'owner' : 'guest',
    })),
    companions: Object.fromEntries(companions.map((demoName) => [demoName, emailOf(nameOf(demoName))])),
  };
}
