import { setTimeout as pause } from 'node:timers/promises';
import { getCauseMessage } from '@portal/node-kit/plain-error';
import type { LogRefusal } from '@portal/contract/visits';
import { LOG_REFUSALS } from '@portal/contract/visits';
import type { Store } from '../store/store.ts';

/** What a web server serves. Plain data. */
export interface Serving {
  /** Of its metrics: "http://127.0.0.1:4300/metrics". */
  readonly address: string;
  /** Number of the release, 0 for none; null if it did not say. */
  readonly served: number | null;
  /** Why it did not say, or why it refuses what is new in the store; null if neither is so. */
  readonly problem: string | null;
}

/** Whether web servers serve a release. Plain data. */
export interface ServedResult {
  readonly servers: readonly Serving[];
  /** How many serve the release, or one that was created after it. */
  readonly serving: number;
  /** How long that took. */
  readonly seconds: number;
  /** What to do if not all of them serve it; sentences. */
  readonly warnings: readonly string[];
}

/** How long a web server may take to say what it serves. In milliseconds. */
const TIMEOUT_MS = 2000;
/** Web servers look at the store once a second, when they are asked. In milliseconds. */
const BETWEEN_LOOKS_MS = 200;
const LIMIT_SECONDS = 10;
const GAUGE = /^portal_release_number (\d+)$/m;
const REFUSED = /^portal_log_refused\{reason="([a-z]+)"\} 1$/m;

const REASONS: Readonly<Record<LogRefusal, string>> = {
  untrusted: 'no key that it trusts has signed it',
  damaged: 'an entry is not what was signed',
  shorter: 'entries that it has seen are gone',
  forked: 'entries that it has seen were replaced',
  missing: 'there is none',
  newer: 'a newer version of the portal wrote it',
  format: 'another version of the portal wrote it, in another format',
};

/** Why a web server stays with what it serves; to follow its name. */
export function describeLogRefusal(refusal: LogRefusal): string {
  return `refuses the log of its store, because ${REASONS[refusal]}`;
}

function refusalIn(metrics: string): string | null {
  const refusal = LOG_REFUSALS.find((each) => each === REFUSED.exec(metrics)?.[1]);
  return refusal === undefined ? null : describeLogRefusal(refusal);
}

async function askServer(address: string): Promise<Serving> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const text = await response.text();
    const number = GAUGE.exec(text)?.[1];
    if (response.ok && number !== undefined) return { address, served: Number(number), problem: refusalIn(text) };
    const problem = response.ok ? 'names no release' : `answers ${String(response.status)}`;
    return { address, served: null, problem };
  } catch (error) {
    return { address, served: null, problem: `does not answer (${getCauseMessage(error)})` };
  }
}

/** What each web server serves, by the addresses of their metrics. Never throws. */
export function readServings(addresses: readonly string[]): Promise<readonly Serving[]> {
  return Promise.all(addresses.map(askServer));
}

const readNewest = async (store: Store): Promise<number> => (await store.releaseNumbers()).at(-1) ?? 0;
const getHost = ({ address }: Pick<Serving, 'address'>): string => new URL(address).host;

/**
 * What to do about web servers that serve a release which the store does not have: it was restored from an older
 * backup.
 */
export function aheadWarnings(
  servers: readonly Pick<Serving, 'address' | 'served'>[],
  newest: number,
): readonly string[] {
  const ahead = servers.filter(({ served }) => served !== null && served > newest);
  const [first] = ahead;
  if (!first) return [];
  const number = String(Math.max(...ahead.map(({ served }) => served ?? 0)));
  const who =
    ahead.length === servers.length
      ? 'The web servers serve'
      : `The web server at ${ahead.map(getHost).join(' and ')} serves`;
  return [
    `${who} release ${number}, which this store does not have (its newest is ${String(newest)}), and keep it until the store has a newer one. ` +
      'If the store was restored from an older backup on purpose, say so in it, if that is not done yet: npm run release -- store restore --checkpoint FILE. Otherwise restore the newer backup.',
  ];
}

function lateWarning(late: readonly Serving[], number: number): string {
  const each = late.map((server) => {
    const says = server.served === null ? [] : [`serves release ${String(server.served)}`];
    return `${getHost(server)} ${[...says, ...(server.problem === null ? [] : [server.problem])].join(' and ')}`;
  });
  const remedies = [
    ...(late.some(({ served }) => served === null) ? ['One that is down takes the release when it starts again.'] : []),
    ...(late.some(({ served }) => served !== null) ? ['Its log says why it holds a release back.'] : []),
  ];
  return (
    `After ${String(LIMIT_SECONDS)} s, not every web server serves release ${String(number)}: ${each.join(', ')}. ` +
    remedies.join(' ')
  );
}

export interface AwaitOptions {
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** Waits until all web servers serve a release, for ten seconds at most. Never throws because of a web server. */
export async function awaitServed(
  store: Store,
  addresses: readonly string[],
  number: number,
  { now = () => performance.now(), wait = pause }: AwaitOptions = {},
): Promise<ServedResult> {
  const begin = now();
  for (;;) {
    const servers = await readServings(addresses);
    const newest = await readNewest(store);
    // A release of the same number is another one at a web server that refuses the log.
    const late = servers.filter(({ served, problem }) => served === null || served < number || problem !== null);
    const serving = servers.filter((each) => !late.includes(each) && (each.served ?? 0) <= newest).length;
    const seconds = (now() - begin) / 1000;
    const isLate = late.length > 0 && newest >= number;
    if (!isLate || seconds >= LIMIT_SECONDS) {
      const warnings = [...aheadWarnings(servers, newest), ...(isLate ? [lateWarning(late, number)] : [])];
      return { servers, serving, seconds, warnings };
    }
    await wait(BETWEEN_LOOKS_MS);
  }
}

/** "served by 2 of 2 after 0.8 s", or "served by 1 of 2 after 10.0 s (127.0.0.1:4301 refuses …)". */
export function describeServed({ servers, serving, seconds }: ServedResult): string {
  const refusing = servers.filter(({ served, problem }) => served !== null && problem !== null);
  const why = refusing.map((server) => `${getHost(server)} ${server.problem ?? ''}`).join(', ');
  return `served by ${String(serving)} of ${String(servers.length)} after ${seconds.toFixed(1)} s${why && ` (${why})`}`;
}
