import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { parseSetCookie } from 'cookie';
import type { SetCookie } from 'cookie';
import { isPortFree } from './listen.ts';

const RANGE = 3000;
/** Of Jest or Playwright; three is the process that starts Playwright's workers. */
const worker = Number(process.env['JEST_WORKER_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 3) % 4;
/**
 * Below the ports that systems use for outgoing connections, and different for the workers of a run and for runs at the same time,
 * so that a free port stays free until a server listens on it.
 */
let lastPort = 20_000 + worker * RANGE + randomInt(RANGE - 200);

/** For tests: a free port of "localhost", another one each time. */
export async function freePort(): Promise<number> {
  lastPort += 1;
  const port = lastPort;
  return (await isPortFree(port)) ? port : await freePort();
}

/** For tests: the cookies that a response sets, their values as they are on the wire; an empty value removes the cookie. */
export function cookiesSetBy({ headers }: Pick<Response, 'headers'>): readonly SetCookie[] {
  return headers.getSetCookie().map((line) => parseSetCookie(line, { decode: (value) => value }));
}

/** What a suite of faults or of bad input tried. */
export interface Tried {
  /** Its name in docs/reliability.md, where the numbers of all calls with the same name are added up. */
  readonly suite: string;
  /** Cells or inputs. */
  readonly tried: number;
  readonly passed: number;
  /** Those that cannot pass, each with its reason. They are tried, too, and are not among those that passed. */
  readonly exceptions?: readonly { readonly what: string; readonly reason: string }[];
}

/** For tests: counts what was tried, for `npm run reliability`. Other runs set no RELIABILITY_OUTPUT; then nothing is written. */
export function recordTried(tried: Tried): void {
  const file = process.env['RELIABILITY_OUTPUT'];
  // One short write at the end of the file: lines of several processes do not mix.
  if (file) appendFileSync(file, `${JSON.stringify(tried)}\n`);
}
