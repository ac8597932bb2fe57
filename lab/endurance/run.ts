import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openFolderStore } from '@portal/release/store';
import { SamplePortal } from '@portal/web-server/testing';
import { startServerProcess } from '@portal/web-server/testing/server-process';
import type { MemorySample } from './memory.ts';
import { MEASURED, readMemory, mib } from './memory.ts';
import type { Releases } from './visitors.ts';
import { Visitors } from './visitors.ts';

/** How many requests are under way at once while the capacity is measured, and at most afterwards. */
const AT_ONCE = 16;
const MOST_AT_ONCE = 256;
const TICK_MS = 5;

interface EnduranceOptions {
  readonly seconds: number;
  /** How many requests are sent; by default as many as the seconds are long enough for. */
  readonly requests?: number | undefined;
  /** How often a version is released; never for 0. */
  readonly releaseEverySeconds: number;
  /** The part of the capacity that visitors use, from 0 to 1. */
  readonly share: number;
  /** How long the capacity is measured. */
  readonly measureSeconds: number;
  readonly print: (line: string) => void;
}

export interface EnduranceReport {
  /** Requests per second that the server answered as fast as it could. */
  readonly capacity: number;
  readonly rate: number;
  readonly requests: number;
  readonly releases: number;
  /** How many different releases the answers were of. */
  readonly seen: number;
  readonly errors: readonly string[];
  readonly wrong: readonly string[];
  /** Half and 99 of 100 answers came within these times, in milliseconds. */
  readonly median: number;
  readonly slow: number;
  /** Memory of the server after each tenth of the time. */
  readonly memory: readonly MemorySample[];
  /** Number of the release that the server served at the end, without load. */
  readonly last: number;
}

const middle = (numbers: readonly number[], part = 0.5): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) * part)] ?? 0;

/** Requests per second if the next one follows each answer at once. */
async function measure(visitors: Visitors, seconds: number): Promise<number> {
  const [began, before] = [performance.now(), visitors.counts.requests];
  const visitor = async () => {
    while (performance.now() - began < seconds * 1000) await visitors.visit();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return (visitors.counts.requests - before) / ((performance.now() - began) / 1000);
}

/** Sends requests at a rate, whether or not earlier ones are answered: so many, or for some time. */
async function visitAt(
  visitors: Visitors,
  rate: number,
  { seconds, requests }: Pick<EnduranceOptions, 'seconds' | 'requests'>,
): Promise<void> {
  const [began, underWay] = [performance.now(), new Set<Promise<void>>()];
  let sent = 0;
  const isOver = () => (requests === undefined ? performance.now() - began >= seconds * 1000 : sent >= requests);
  while (!isOver()) {
    const due = Math.min(((performance.now() - began) / 1000) * rate, requests ?? Infinity);
    for (; sent < due && underWay.size < MOST_AT_ONCE; sent += 1) {
      const visit = visitors.visit().then(() => void underWay.delete(visit));
      underWay.add(visit);
    }
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
}

/** Publishes and releases a new version of mfe-hubs again and again, until `signal` aborts. */
async function keepReleasing(
  portal: SamplePortal,
  {
    everySeconds,
    releases,
    versions,
  }: { readonly everySeconds: number; readonly releases: Releases; readonly versions: Map<number, string> },
  signal: AbortSignal,
) {
  if (everySeconds === 0) return;
  while (!signal.aborted) {
    const next = releases.newest + 1;
    const hubs = `1.0.${next}`;
    await portal.publish('mfe-hubs', { version: hubs, contents: { 'main.js': `export const release = ${next};` } });
    versions.set(next, hubs);
    releases.newest = next;
    await portal.release({ hubs });
    await pause(everySeconds * 1000, undefined, { signal }).catch(() => undefined);
  }
}

/** Lets visitors use a web server for some time while releases follow each other, and reports what they got. */
export async function runEndurance({
  seconds,
  requests: wanted,
  releaseEverySeconds,
  share,
  measureSeconds,
  print,
}: EnduranceOptions): Promise<EnduranceReport> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-endurance-'));
  const portal = new SamplePortal(openFolderStore(join(folder, 'store'), { state: folder }));
  await portal.publishAll();
  await portal.release();
  const server = await startServerProcess({ PORTAL_STATE: folder }, MEASURED);
  const [stopping, memory] = [new AbortController(), [] as MemorySample[]];
  try {
    const url = await server.ready();
    const versions = new Map([[1, '1.0.0']]);
    const releases: Releases = { versions, newest: 1 };
    const visitors = new Visitors(url, releases);
    await measure(visitors, measureSeconds); // the first requests are slower
    const capacity = await measure(visitors, measureSeconds);
    const rate = capacity * share;
    const length = wanted === undefined ? `${seconds} s` : `${wanted} requests`;
    print(`Capacity: ${Math.round(capacity)} requests/s; ${length} with ${Math.round(rate)} a second begin.`);
    visitors.startCounting();
    const releasing = keepReleasing(portal, { everySeconds: releaseEverySeconds, releases, versions }, stopping.signal);
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      await visitAt(visitors, rate, { seconds: seconds / 10, requests: wanted === undefined ? wanted : wanted / 10 });
      const { used, resident } = await readMemory(server.child);
      memory.push({ used, resident, releases: releases.newest - 1 });
      print(
        `${tenth * 10} %: ${visitors.counts.requests} requests, ${mib(used)} MiB in use, ${mib(resident)} MiB resident`,
      );
    }
    stopping.abort();
    await releasing;
    const { requests, errors, wrong, times, releases: answered } = visitors.counts;
    visitors.leave();
    let last = 0;
    while (last < releases.newest && server.child.exitCode === null) {
      last = ((await (await fetch(`${url}/release.json`)).json()) as { readonly number: number }).number;
      await pause(TICK_MS);
    }
    const [median, slow] = [middle(times), middle(times, 0.99)];
    const totals = { requests, releases: releases.newest - 1, seen: answered.size, errors, wrong };
    return { capacity, rate, ...totals, median, slow, memory, last };
  } finally {
    stopping.abort();
    server.child.kill('SIGTERM');
    await server.exit;
    await rm(folder, { recursive: true });
  }
}
