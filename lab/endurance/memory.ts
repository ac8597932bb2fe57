import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The memory of a server, in bytes. */
export interface Memory {
  /** Objects and buffers that are in use: what a garbage collection leaves. */
  readonly used: number;
  /**
   * What the system has given to the process. V8 and the allocator keep much of what they have freed, so it grows in
   * steps without a leak.
   */
  readonly resident: number;
}

/** The memory after a part of the time. */
export interface MemorySample extends Memory {
  /** Releases until then. */
  readonly releases: number;
}

/**
 * Arguments of Node for a server whose memory is measured. V8 keeps compiled code: dropping it at some moment would
 * hide a leak.
 */
export const MEASURED = [
  '--expose-gc',
  '--no-flush-bytecode',
  '--import',
  fileURLToPath(new URL('memory-probe.ts', import.meta.url)),
];

/** Asks a server that was started with `MEASURED`. Rejects if it has ended. */
export async function readMemory(server: ChildProcess): Promise<Memory> {
  const answered = Promise.withResolvers<Memory>();
  server.once('message', (memory: Memory) => answered.resolve(memory));
  const end = () => answered.reject(new Error('The web server has ended.'));
  server.once('exit', end);
  server.send('memory', (error) => error && answered.reject(error));
  return answered.promise.finally(() => server.off('exit', end));
}

/** Bytes as MiB. */
export const mib = (bytes: number, digits = 1): string => (bytes / 1024 / 1024).toFixed(digits);

/** What a release may leave in memory, in bytes: less than the list of a version's files. */
const MOST_LEFT = 4 * 1024;
/** What a short run may add without a leak, in bytes: V8 still compiles. */
const NOISE = 512 * 1024;

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** How the memory in use changed from the third to fifth of ten samples to the last three. */
interface Growth {
  /** In bytes. */
  readonly bytes: number;
  readonly releases: number;
  /** Whether releases leave something in memory. */
  readonly isLeak: boolean;
}

/** Judges ten samples, one for each tenth of the time. The first two tenths are not judged, because caches fill. */
export function judgeMemory(samples: readonly MemorySample[]): Growth {
  const groups = [samples.slice(2, 5), samples.slice(7)] as const;
  const [early, late] = groups.map((group) => ({
    used: middle(group.map(({ used }) => used)),
    releases: middle(group.map(({ releases }) => releases)),
  }));
  const bytes = (late?.used ?? 0) - (early?.used ?? 0);
  const releases = (late?.releases ?? 0) - (early?.releases ?? 0);
  return { bytes, releases, isLeak: bytes > Math.max(NOISE, releases * MOST_LEFT) };
}
