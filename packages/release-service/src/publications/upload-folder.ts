import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { hasCode } from '@portal/node-kit/error-code';
import type { Unlock } from '@portal/node-kit/process-lock';
import { tryLock } from '@portal/node-kit/process-lock';
import { DriverError } from '@portal/release/store';

/** A file that was made. */
export interface NewFile {
  readonly path: string;
  /** Writes it; whoever has it ends it. */
  readonly stream: Writable;
}

interface OwnFolder {
  readonly path: string;
  /** For as long as the process runs. */
  readonly unlock: Unlock;
}

/** Removes the folder of a process that has ended, or of this one, whose lock this process has. */
async function removeLocked({ path, unlock }: OwnFolder): Promise<void> {
  try {
    for (const name of [path, `${path}.lock`]) await rm(name, { recursive: true, force: true });
  } finally {
    unlock();
  }
}

async function removeLeftBehind(root: string): Promise<void> {
  const names = new Set((await readdir(root)).map((name) => name.replace(/\.(lock|pid)$/, '')));
  for (const path of [...names].map((name) => join(root, name))) {
    const lock = tryLock(path);
    if ('unlock' in lock) await removeLocked({ path, unlock: lock.unlock });
  }
}

async function makeOwn(root: string): Promise<OwnFolder> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await removeLeftBehind(root);
  for (;;) {
    const path = join(root, randomUUID());
    const lock = tryLock(path);
    // Another process that starts now may take a lock that is not held yet for one that was left behind, and remove it.
    if (!('unlock' in lock)) continue;
    if (existsSync(`${path}.lock`)) {
      await mkdir(path, { mode: 0o700 });
      return { path, unlock: lock.unlock };
    }
    lock.unlock();
  }
}

/**
 * The files of uploads while they come, readable only for their owner. Each process has a folder of its own, with a lock beside it: so a start
 * removes what processes left behind that have ended, and nothing else.
 */
export class UploadFolder {
  readonly #root: string;
  #own: Promise<OwnFolder> | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Makes the folder of this process, unless it has one. @throws {DriverError} */
  open(): Promise<OwnFolder> {
    this.#own ??= makeOwn(this.#root).catch((error: unknown) => {
      this.#own = undefined;
      throw new DriverError('write', this.#root, error);
    });
    return this.#own;
  }

  /** Makes an empty file. @throws {DriverError} */
  async newFile(): Promise<NewFile> {
    const opening = this.open();
    const path = join((await opening).path, randomUUID());
    try {
      return { path, stream: (await open(path, 'wx', 0o600)).createWriteStream() };
    } catch (error) {
      // Somebody has removed the folder: the next upload makes another one.
      if (hasCode(error, 'ENOENT') && this.#own === opening) await this.close();
      throw new DriverError('write', path, error);
    }
  }

  /** Removes the folder of this process. */
  async close(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    await own?.then(removeLocked, () => undefined);
  }
}
