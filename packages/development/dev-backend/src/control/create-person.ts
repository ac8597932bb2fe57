import { randomInt, randomBytes } from 'node:crypto';
import { HUB_TYPES } from '@portal/api/wire';
import { inArray } from 'drizzle-orm';
import { Refusal } from '../refusal.ts';
import { getAccountId, addHubs, addPerson } from '../database/add-person.ts';
import type { NewHub, NewPerson } from '../database/add-person.ts';
import { DEMO_HUBS, PART_NUMBERS, DEMO_LAST_SEEN, DEMO_PASSWORD, DEMO_PEOPLE } from '../database/demo-data.ts';
import type { Database } from '../database/open-database.ts';
import { hubs as hubsTable } from '../database/schema.ts';
import { hashPassword } from '../database/password.ts';
import { findAccount } from './person-request.ts';
import type { HubRequest, PersonRequest } from './person-request.ts';

const SERIALS = 1_000_000_000;
/** A prime, so that the serials of one process look made up and never repeat. */
const STEP = 611_953;
const FIRST_ACTIVATION = Date.UTC(2025, 0, 6, 7, 30);
const DAY = 86_400_000;

let lastSerial = randomInt(SERIALS);

function nextSerial(): string {
  lastSerial = (lastSerial + STEP) % SERIALS;
  return String(lastSerial).padStart(10, '0');
}

function getPartNumber(type: string): string {
  const known = HUB_TYPES.find((name) => name === type);
  return PART_NUMBERS[known ?? 'HUB'];
}

/** A new person and their name in the database. */
interface Holder {
  readonly name: string;
  readonly request: PersonRequest;
}

/** The hubs of a demo person for the new one. `getName` gives the new name of a demo person. */
function copiedHubs(copyOf: string, getName: (demoName: string) => string): readonly NewHub[] {
  return DEMO_HUBS.filter(({ owner, guest }) => owner === copyOf || guest === copyOf).map(
    ({ owner, guest, ...hub }) => ({
      ...hub,
      serial: nextSerial(),
      ownerId: getAccountId(getName(owner)),
      guestIds: guest === undefined ? [] : [getAccountId(getName(guest))],
    }),
  );
}

/** `count` hubs, of all types in turn; every fourth one is shared. */
function countedHubs(count: number): readonly HubRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    type: HUB_TYPES[index % HUB_TYPES.length] ?? 'HUB',
    sharingMode: index % 4 === 0 ? 'public' : 'off',
    activatedAt: new Date(FIRST_ACTIVATION + index * DAY),
    guests: [],
  }));
}

async function requestedHub(db: Database, holder: string, index: number, hub: HubRequest): Promise<NewHub> {
  const { serial, partNumber, type, sharingMode, activatedAt, owner, guests } = hub;
  const guestIds = await Promise.all(guests.map((email) => findAccount(db, email)));
  const own = getAccountId(holder);
  return {
    serial: serial ?? nextSerial(),
    partNumber: partNumber ?? getPartNumber(type),
    type,
    sharingMode,
    activatedAt: activatedAt ?? new Date(FIRST_ACTIVATION + index * DAY),
    ownerId: owner === undefined ? own : await findAccount(db, owner),
    guestIds: owner === undefined ? guestIds : [own, ...guestIds],
  };
}

/** The hubs of a new person. @throws {Refusal} 400 when a named owner or guest does not exist. */
async function newHubs(
  db: Database,
  { name, request: { hubs, copyOf } }: Holder,
  resolveName: (demoName: string) => string,
): Promise<readonly NewHub[]> {
  if (hubs === undefined) return copyOf === undefined ? [] : copiedHubs(copyOf, resolveName);
  const wanted = typeof hubs === 'number' ? countedHubs(hubs) : hubs;
  const made: NewHub[] = [];
  for (const [index, hub] of wanted.entries()) made.push(await requestedHub(db, name, index, hub));
  const ids = made.map(({ serial, partNumber }) => `${serial}+${partNumber}`);
  if (new Set(ids).size < ids.length) throw new Refusal(400, 'Two of the hubs have the same serial and part number.');
  return made;
}

/** The demo people who hold hubs together with `copyOf`. */
function listCompanions({ copyOf, hubs }: PersonRequest): readonly string[] {
  if (copyOf === undefined || hubs !== undefined) return [];
  const shared = DEMO_HUBS.filter(({ owner, guest }) => owner === copyOf || guest === copyOf);
  const holders = new Set(shared.flatMap(({ owner, guest }) => (guest === undefined ? [owner] : [owner, guest])));
  return [...holders].filter((name) => name !== copyOf);
}

const TEST_PERSON = { firstName: 'Test', lastName: 'Person', language: 'en', country: 'de' } as const;

/** The answer to the test: the new person. */
interface CreatedPerson {
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
  /**
   * Addresses of the people that were also created because they hold the same hubs, by the names of the copied people.
   */
  readonly companions: Readonly<Record<string, string>>;
}

/** All people have the same password, so it is hashed once. */
let demoPasswordHash: Promise<string> | undefined;

const getEmail = (name: string) => `${name}@example.com`;

/** An account like that of the demo person `copyOf`, with the requested differences. */
async function newAccount(
  copyOf: string | undefined,
  changes: NonNullable<PersonRequest['account']>,
): Promise<NewPerson['account']> {
  const copied = copyOf === undefined ? TEST_PERSON : DEMO_PEOPLE.find(({ name }) => name === copyOf)?.account;
  if (!copied) return null;
  const { password, ...account } = {
    roles: [],
    password: null,
    lastSeen: DEMO_LAST_SEEN,
    ...copied,
    ...changes,
  };
  return { ...account, passwordHash: password === null ? null : await hashPassword(password) };
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

/**
 * Creates a person for one test. @throws {Refusal} 400 when the request is contradictory or conflicts with the
 * database.
 */
export async function createPerson(db: Database, request: PersonRequest): Promise<CreatedPerson> {
  const { prefix, copyOf, account: changes } = request;
  const name = `${prefix}-${randomBytes(4).toString('hex')}`;
  const getName = (demoName: string) => (demoName === copyOf ? name : `${name}-${demoName}`);
  const passwordHash = await (demoPasswordHash ??= hashPassword(DEMO_PASSWORD));
  const person = async (demoName: string | undefined, newName: string, differences: typeof changes) => ({
    name: newName,
    email: getEmail(newName),
    passwordHash,
    identityRoles: DEMO_PEOPLE.find((demo) => demo.name === demoName)?.identityRoles ?? [],
    account: await newAccount(demoName, differences),
  });
  const companions = listCompanions(request);
  const people = await Promise.all([
    person(copyOf, name, changes),
    ...companions.map((demoName) => person(demoName, getName(demoName), {})),
  ]);
  const hubs = await newHubs(db, { name, request }, getName);
  if (hubs.length > 0 && people[0]?.account === null)
    throw new Refusal(400, 'A person without an account cannot have hubs.');
  await refuseTakenHubs(db, hubs);
  await db.transaction(async (transaction) => {
    for (const one of people) await addPerson(transaction, one);
    await addHubs(transaction, hubs);
  });
  return {
    email: getEmail(name),
    password: DEMO_PASSWORD,
    hubs: hubs.map(({ ownerId, guestIds: _guests, activatedAt, ...hub }) => ({
      ...hub,
      activatedAt: activatedAt.toISOString(),
      role: ownerId === getAccountId(name) ? 'owner' : 'guest',
    })),
    companions: Object.fromEntries(companions.map((demoName) => [demoName, getEmail(getName(demoName))])),
  };
}
