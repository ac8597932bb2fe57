import { getAccountId } from './add-person.ts';
import type { Transaction } from './add-person.ts';
import { DEMO_HUBS } from './demo-data.ts';
import { logs } from './schema.ts';

type NewLog = typeof logs.$inferInsert;

const MINUTE = 60_000;
const DAYS = 60;
const LOGS = 420;
/** Nearly the time between two logs, so that they come at all hours. */
const STEP = ((DAYS * 1440) / LOGS) * MINUTE;

const PEOPLE = ['owner', 'guest', 'many', 'empty', 'developer'].map(getAccountId);
const getSerials = (type: string) => DEMO_HUBS.filter((hub) => hub.type === type).map(({ serial }) => serial);

/** What writes logs: of whom or what, on which systems, and how many KB at most. */
const SOURCES = [
  { type: 'APP', identifiers: PEOPLE, platforms: ['Android 16', 'iOS 26.1', 'Android 15', 'iOS 18.7'], mostKb: 4800 },
  { type: 'HUB', identifiers: getSerials('HUB'), platforms: ['Zephyr 4.2'], mostKb: 1900 },
  { type: 'APP', identifiers: PEOPLE, platforms: ['iOS 26.0', 'Android 16'], mostKb: 900 },
  { type: 'REARLIGHT', identifiers: getSerials('REARLIGHT'), platforms: ['FreeRTOS 11.2'], mostKb: 260 },
  { type: 'BACKEND', identifiers: PEOPLE, platforms: ['Linux 6.12'], mostKb: 12_000 },
] as const;

/**
 * The log number `index` before `now`, the newest first: the same one at every first start. Steps are primes, so that
 * values mix.
 */
function logAt(index: number, now: number): NewLog {
  const { type, identifiers, platforms, mostKb } = SOURCES[index % SOURCES.length] ?? SOURCES[0];
  const createdAt = new Date(now - 7 * MINUTE - index * STEP - ((index * 7919) % 97) * MINUTE);
  const name = createdAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return {
    type,
    identifier: identifiers[(index * 31) % identifiers.length] ?? '',
    platform: platforms[(index * 13) % platforms.length] ?? '',
    fileName: `${type.toLowerCase()}-${name}.log`,
    // Mostly small, as logs are.
    sizeKb: 1 + Math.floor(mostKb * (((index * 7307) % 1009) / 1009) ** 3),
    createdAt,
  };
}

/** Writes logs of the last 60 days, the oldest first. */
export async function addDemoLogs(transaction: Transaction): Promise<void> {
  const now = Date.now();
  await transaction.insert(logs).values(Array.from({ length: LOGS }, (_, index) => logAt(LOGS - 1 - index, now)));
}
