import { randomInt } from 'node:crypto';
import { HUB_TYPES } from '@portal/api/wire';
import { Refusal } from '../api/refusal.ts';
import { accountIdOf } from '../database/add-person.ts';
import type { NewHub } from '../database/add-person.ts';
import { DEMO_HUBS, PART_NUMBERS } from '../database/demo-hubs.ts';
import type { Database } from '../database/open-database.ts';
import { findAccount } from './find-person.ts';
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

function partNumberOf(type: string): string {
  const known = HUB_TYPES.find((name) => name === type);
  return PART_NUMBERS[known ?? 'HUB'];
}

/** Somebody new, by the name that is theirs in the database. */
interface Holder {
  readonly name: string;
  readonly request: PersonRequest;
}

/** The hubs of a demo person for the new one. `nameOf` gives the new name of a demo person. */
function copiedHubs(copyOf: string, nameOf: (demoName: string) => string): readonly NewHub[] {
  return DEMO_HUBS.filter(({ owner, guest }) => owner === copyOf || guest === copyOf).map(
    ({ owner, guest, ...hub }) => ({
      ...hub,
      serial: nextSerial(),
      ownerId: accountIdOf(nameOf(owner)),
      guestIds: guest === undefined ? [] : [accountIdOf(nameOf(guest))],
    }),
  );
}

/** So many hubs of all types in turn, every fourth of them shared. */
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
  const own = accountIdOf(holder);
  return {
    serial: serial ?? nextSerial(),
    partNumber: partNumber ?? partNumberOf(type),
    type,
    sharingMode,
    activatedAt: activatedAt ?? new Date(FIRST_ACTIVATION + index * DAY),
    ownerId: owner === undefined ? own : await findAccount(db, owner),
    guestIds: owner === undefined ? guestIds : [own, ...guestIds],
  };
}

/** The hubs that a new person holds. @throws {Refusal} 400 when somebody who is named as owner or guest does not exist. */
export async function newHubs(
  db: Database,
  { name, request: { hubs, copyOf } }: Holder,
  nameOf: (demoName: string) => string,
): Promise<readonly NewHub[]> {
  if (hubs === undefined) return copyOf === undefined ? [] : copiedHubs(copyOf, nameOf);
  const wanted = typeof hubs === 'number' ? countedHubs(hubs) : hubs;
  const made: NewHub[] = [];
  for (const [index, hub] of wanted.entries()) made.push(await requestedHub(db, name, index, hub));
  const ids = made.map(({ serial, partNumber }) => `${serial}+${partNumber}`);
  if (new Set(ids).size < ids.length) throw new Refusal(400, 'Two of the hubs have the same serial and part number.');
  return made;
}

/** The demo people who hold hubs together with `copyOf`. */
export function companionsOf({ copyOf, hubs }: PersonRequest): readonly string[] {
  if (copyOf === undefined || hubs !== undefined) return [];
  const shared = DEMO_HUBS.filter(({ owner, guest }) => owner === copyOf || guest === copyOf);
  const holders = new Set(shared.flatMap(({ owner, guest }) => (guest === undefined ? [owner] : [owner, guest])));
  return [...holders].filter((name) => name !== copyOf);
}
