import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSigner } from '../../release-log/signed-note.ts';
import type { LocalFile, StoreDriver } from '../../format/driver.ts';
import { folderDriver } from '../folder-driver.ts';
import type { Store } from '../store.ts';
import { openStore } from '../store.ts';
import { openS3 } from './s3-servers.ts';

interface DriverHooks {
  /** Called at every moment within a write. */
  readonly onMoment?: ((moment: string) => void) | undefined;
}

/** A folder without free space as long as it contains a file ".full". Where the reserve was, a small object fits. */
function fullDriver(place: string): StoreDriver {
  return folderDriver(place, {
    onMoment: (moment) => {
      const isFull = existsSync(join(place, '.full'));
      const isTooMuch = moment === 'half-written' || (moment === 'written' && existsSync(join(place, '.reserve')));
      if (isFull && isTooMuch)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  });
}

const DRIVERS: Readonly<Record<'folder' | 'full' | 'S3', (place: string, hooks?: DriverHooks) => StoreDriver>> = {
  folder: folderDriver,
  full: fullDriver,
  S3: openS3,
};

/** For tests: how to open a driver. Plain data, so that another process can open it, too. */
export interface DriverSource {
  readonly kind: keyof typeof DRIVERS;
  /** Where the objects are: a folder or an address. */
  readonly place: string;
}

/** The example key of Go's notes, so that every process of a test signs with the same one. */
const KEY = readSigner('PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz');

/**
 * For tests: opens a store that several processes write to. `patienceMs`: how long the entry of another's release is
 * waited for, in milliseconds; long where that writer is alive.
 */
export function openSharedStore({ kind, place }: DriverSource, hooks?: DriverHooks, patienceMs = 500): Store {
  const signer = { signer: KEY, role: 'break-glass' } as const;
  return openStore(DRIVERS[kind](place, hooks), { trusted: [KEY.vkey], signer, patienceMs });
}

type Operation =
  | { readonly is: 'create'; readonly key: string; readonly file: LocalFile }
  | { readonly is: 'publish'; readonly folder: string }
  | {
      readonly is: 'promote';
      readonly name: string;
      readonly version: string;
      readonly by: string;
      readonly reason?: string;
      readonly expect?: number;
    };

/** For tests: what a separate process does with a store. */
export interface ChildRequest {
  readonly source: DriverSource;
  readonly operation: Operation;
  /** Waits for `go` before it begins. */
  readonly wait?: boolean;
  /** Kills itself (SIGKILL) when a write reaches this moment for the n-th time. */
  readonly dieAt?: { readonly moment: string; readonly times: number };
}

/** For tests: how a process ended, and its output. */
interface ChildOutcome {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  /** What it printed as JSON; undefined if it ended before. */
  readonly output: unknown;
  readonly stderr: string;
}

/** For tests: a process that was started. */
interface Child {
  /** Resolves when the process waits for `go`, or has ended. */
  readonly ready: Promise<void>;
  go(): void;
  readonly ended: Promise<ChildOutcome>;
}

async function collect(child: ChildProcessWithoutNullStreams, ready: () => void): Promise<ChildOutcome> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.startsWith('ready\n')) ready();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  const line = stdout.replace('ready\n', '').trim();
  const output: unknown = line === '' ? undefined : JSON.parse(line);
  return { signal: child.signalCode, code: child.exitCode, output, stderr };
}

/** For tests: starts a process that writes into a store. */
export function startChild(request: ChildRequest): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'driver-child.ts'), JSON.stringify(request)], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const ended = collect(child, resolve);
  return { ready: Promise.race([ready, ended.then(() => {})]), go: () => child.stdin.write('go'), ended };
}
