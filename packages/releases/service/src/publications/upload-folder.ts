import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { hasCode } from '@portal/node-kit/error-code';
import { DriverError } from '@portal/release/store';

/** A file that was made. */
export interface NewFile {
  readonly path: string;
  /** Writes it; whoever has it ends it. */
  readonly stream: Writable;
}

/** The names of files of uploads; others in the folder are nobody's business here. */
const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.upload$/;
/**
 * Nothing is received and stored for that long: a file that is older was left behind by a process that has ended. In
 * milliseconds.
 */
const LEFT_BEHIND_MS = 3 * 60 * 60 * 1000;
const BETWEEN_CLEANINGS_MS = 60 * 1000;

/** Undefined for a file that has gone meanwhile. */
async function readAge(path: string, now: number): Promise<number | undefined> {
  try {
    return now - (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The files of uploads while they come, readable only for their owner. Several processes may share the folder. */
export class UploadFolder {
  readonly #path: string;
  readonly #now: () => number;
  #cleanedAt = -Infinity;

  /** `now`: milliseconds since the epoch. */
  constructor(path: string, now: () => number = Date.now) {
    this.#path = path;
    this.#now = now;
  }

  /** Makes an empty file. @throws {DriverError} */
  async newFile(): Promise<NewFile> {
    const path = join(this.#path, `${randomUUID()}.upload`);
    try {
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
      await this.#removeLeftBehind();
      return { path, stream: (await open(path, 'wx', 0o600)).createWriteStream() };
    } catch (error) {
      throw new DriverError('write', path, error);
    }
  }

  /** Removes what processes left behind that were killed. */
  async #removeLeftBehind(): Promise<void> {
    const now = this.#now();
    if (now - this.#cleanedAt < BETWEEN_CLEANINGS_MS) return;
    this.#cleanedAt = now;
    for (const name of (await readdir(this.#path)).filter((each) => NAME.test(each))) {
      const path = join(this.#path, name);
      const age = await readAge(path, now);
      if (age !== undefined && age > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}
