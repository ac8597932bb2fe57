import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseSetCookie } from 'cookie';
import type { SetCookie } from 'cookie';
import { isPortFree } from './free-port.mjs';

export { IS_RELIABILITY_RUN, recordTried } from './testing/tried.ts';
export type { Tried } from './testing/tried.ts';

const RANGE = 1500;
const { JEST_WORKER_ID: jestWorker, TEST_PARALLEL_INDEX: playwrightWorker = 3 } = process.env;
/**
 * Of Jest's workers, then of Playwright's, which run at the same time; the last is the process that starts Playwright's
 * workers.
 */
const slot = jestWorker === undefined ? 4 + (Number(playwrightWorker) % 4) : Number(jestWorker) % 4;
/**
 * Below the ports that systems use for outgoing connections, and different for the workers of a run and for runs at the
 * same time, so that a free port stays free until a server listens on it.
 */
let lastPort = 20_000 + slot * RANGE + randomInt(RANGE - 200);

/** For tests: a free port of "localhost", another one each time. */
export async function freePort(): Promise<number> {
  lastPort += 1;
  const port = lastPort;
  return (await isPortFree(port)) ? port : await freePort();
}

/**
 * For tests: the file of a program to start. `npm test` bundles those that tests start most often, into the folder
 * TEST_PROGRAMS (tools/test/main.ts), because a bundle starts in a quarter of the time; elsewhere it is the source.
 */
export function testProgram(name: 'release-command' | 'web-server', source: string): string {
  const folder = process.env['TEST_PROGRAMS'];
  return folder ? join(folder, name, 'dist', `${name}.js`) : source;
}

/**
 * For tests: a text with each of the given texts replaced, all in one pass, because a port that was just put in may
 * begin with one that is still to be replaced.
 */
export function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  const literals = Object.keys(replacements).map((from) => from.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return text.replaceAll(new RegExp(literals.join('|'), 'g'), (from) => replacements[from] ?? from);
}

/**
 * For tests: the cookies that a response sets, their values as they are on the wire; an empty value removes the cookie.
 */
export function cookiesSetBy({ headers }: Pick<Response, 'headers'>): readonly SetCookie[] {
  return headers.getSetCookie().map((line) => parseSetCookie(line, { decode: (value) => value }));
}
