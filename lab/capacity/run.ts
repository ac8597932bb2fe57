import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PlainError } from '@portal/node-kit/plain-error';
import { freePort } from '@portal/node-kit/testing';
import { startServerProcess } from '@portal/web-server/testing/server-process';
import { readFigures, timeFor } from './server-figures.ts';
import type { Visit } from './visitors.ts';
import { visitAt, visitFast, Visitors } from './visitors.ts';

interface CapacityOptions {
  /** The folder with the store and its keys. */
  readonly state: string;
  /** How long each kind of visit is measured. */
  readonly seconds: number;
  /** How long each comes before that, because V8 compiles what runs often. */
  readonly warmUpSeconds: number;
  /** Which part of the visits are first ones, from 0 to 1. */
  readonly firstShare: number;
  /** The part of a processor that the server uses while its answers are timed. */
  readonly load: number;
  readonly print: (line: string) => void;
}

/** What visits of one kind cost the server. */
export interface Cost {
  readonly visits: number;
  readonly requests: number;
  /** Processor time for each visit, in seconds. */
  readonly cpuSeconds: number;
}

/** What each kind of visit costs the server. */
export interface CapacityCosts {
  readonly first: Cost;
  readonly returning: Cost;
  readonly look: Cost;
  /** Processor time for each visit of the mix, in seconds. */
  readonly cpuSeconds: number;
}

interface CapacityReport extends CapacityCosts {
  readonly timed: {
    readonly visitsPerSecond: number;
    readonly requestsPerSecond: number;
    /** Half, and 99 of 100 answers, were sent within these times, in seconds. */
    readonly half: number;
    readonly slow: number;
    readonly cpuSeconds: number;
  };
  /** Memory of the process at the end, in bytes. */
  readonly resident: number;
  readonly errors: readonly string[];
}

/**
 * The server compresses all files after its start, beside the visits. It is done when it uses less than this part of a
 * second in a second.
 */
const IDLE = 0.05;

/** Measures what visits cost a web server with the settings of a package, on a store of this machine. */
export async function runCapacity(options: CapacityOptions): Promise<CapacityReport> {
  const { state, seconds, warmUpSeconds, firstShare, load, print } = options;
  await access(join(state, 'store')).catch(() => {
    throw new PlainError(
      `There is no store in ${state}. Run "npm start" once, or name the folder of another one: PORTAL_STATE.`,
    );
  });
  const folder = await mkdtemp(join(tmpdir(), 'portal-capacity-'));
  const METRICS_PORT = String(await freePort());
  const server = await startServerProcess({
    PORTAL_STATE: folder,
    STORE: join(state, 'store'),
    LOG_KEYS: join(state, 'trusted-keys'),
    METRICS_PORT,
    LOG_FORMAT: 'json',
    ACCESS_LOG: 'yes',
    TRUSTED_PROXIES: '127.0.0.1, ::1',
  });
  const read = async () => readFigures(await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text());
  try {
    const visitors = new Visitors(await server.ready());
    const during = async (run: () => Promise<void>) => {
      const [before, visits, began] = [await read(), visitors.visits, performance.now()];
      await run();
      const after = await read();
      const made = visitors.visits - visits;
      const requests = after.requests - before.requests;
      const cpuSeconds = (after.cpuSeconds - before.cpuSeconds) / made;
      return { before, after, visits: made, requests, cpuSeconds, seconds: (performance.now() - began) / 1000 };
    };
    const cost = async (visit: Visit): Promise<Cost> => {
      const { visits, requests, cpuSeconds, seconds: time } = await during(() => visitFast(visitors, visit, seconds));
      const rate = (visits / time).toFixed(0);
      print(
        `${visit}: ${String(visits)}, ${rate} a second, ${(cpuSeconds * 1000).toFixed(2)} ms of processor time each`,
      );
      return { visits, requests, cpuSeconds };
    };
    for (const visit of ['first', 'returning', 'look'] as const) await visitFast(visitors, visit, warmUpSeconds);
    for (let used = Infinity, before = await read(); used > IDLE;) {
      await pause(1000);
      const after = await read();
      used = after.cpuSeconds - before.cpuSeconds;
      before = after;
    }
    const [first, returning, look] = [await cost('first'), await cost('returning'), await cost('look')];
    const cpuSeconds = first.cpuSeconds * firstShare + returning.cpuSeconds * (1 - firstShare);
    const rate = load / cpuSeconds;
    const timed = await during(() => visitAt(visitors, rate, firstShare, seconds));
    return {
      first,
      returning,
      look,
      cpuSeconds,
      timed: {
        visitsPerSecond: timed.visits / timed.seconds,
        requestsPerSecond: timed.requests / timed.seconds,
        half: timeFor(0.5, timed.before, timed.after),
        slow: timeFor(0.99, timed.before, timed.after),
        cpuSeconds: timed.cpuSeconds,
      },
      resident: timed.after.resident,
      errors: visitors.errors,
    };
  } finally {
    server.child.kill('SIGTERM');
    await server.exit;
    await rm(folder, { recursive: true });
  }
}
