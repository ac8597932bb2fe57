import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { hasCode } from '@portal/node-kit/error-code';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { WriteOptions } from '@portal/node-kit/write-file-atomic';
import { writeFileAtomic } from '@portal/node-kit/write-file-atomic';

/** A problem of the log. */
const UNWRITABLE = 'state folder';

/**
 * Files that the web server keeps over a restart. Never throws: a server whose folder cannot be written says so, and
 * goes on with what it has in memory. Without a folder, it keeps nothing.
 */
export class StateFolder {
  readonly #folder: string | undefined;
  readonly #log: ServerLog;

  constructor(folder: string | undefined, log: ServerLog) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Undefined if there is no such file. */
  async read(name: string): Promise<string | undefined> {
    if (this.#folder === undefined) return undefined;
    try {
      const text = await readFile(join(this.#folder, name), 'utf8');
      this.#log.solved(`read ${name}`, `${join(this.#folder, name)} can be read again.`);
      return text;
    } catch (error) {
      if (!hasCode(error, 'ENOENT'))
        this.#log.problem(`read ${name}`, `${join(this.#folder, name)} cannot be read: ${getErrorMessage(error)}`);
      return undefined;
    }
  }

  /** Names of the files that begin with `start`. */
  async names(start: string): Promise<readonly string[]> {
    if (this.#folder === undefined) return [];
    const all = await readdir(this.#folder).catch(() => []);
    return all.filter((name) => name.startsWith(start));
  }

  async remove(name: string): Promise<void> {
    // What cannot be removed is not needed.
    if (this.#folder !== undefined) await rm(join(this.#folder, name), { force: true }).catch(() => undefined);
  }

  /** Replaces a file as a whole, and durably. @returns whether it could. */
  async write(name: string, text: string): Promise<boolean> {
    return this.#write(name, text);
  }

  /** The content of a file, which is made with `text` if there is none: servers that share the folder get the same. */
  async readOrCreate(name: string, text: string): Promise<string> {
    const there = await this.read(name);
    if (there !== undefined) return there;
    await this.#write(name, text, { createOnly: true });
    return (await this.read(name)) ?? text;
  }

  /** Says that a file cannot be used. */
  report(name: string, error: unknown): void {
    this.#log.warn(`${join(this.#folder ?? '', name)} cannot be used, and is made anew: ${getErrorMessage(error)}`);
  }

  async #write(name: string, text: string, options?: WriteOptions): Promise<boolean> {
    const folder = this.#folder;
    if (folder === undefined) return false;
    try {
      await writeFileAtomic(join(folder, name), text, options);
      this.#log.solved(UNWRITABLE, `${folder} can be written again.`);
      return true;
    } catch (error) {
      const reason = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
      this.#log.problem(
        UNWRITABLE,
        `${folder} cannot be written (${String(reason)}). What this web server has seen and counted is in its memory only, and lost with a restart.`,
      );
      return false;
    }
  }
}
