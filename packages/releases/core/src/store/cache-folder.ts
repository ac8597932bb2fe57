import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';
import { sha256Hex } from '../format/integrity.ts';

/** A file's content begins with the hash of the rest, in hex. */
const HASH_LENGTH = 64;
/** Beginning of the name of a half-written file. */
const TEMPORARY = '.';
/**
 * The file of an interrupted writer is removed after this time; and a use is noted once in this time. In milliseconds.
 */
const HOUR_MS = 60 * 60 * 1000;
/** A file takes at least one block. In bytes. */
const BLOCK_BYTES = 4096;
/** What is left of the limit after files were removed: so it is not reached again at once. */
const KEPT_SHARE = 0.9;

interface CacheFolderOptions {
  readonly folder: string;
  /** Limit for all files together. */
  readonly mostBytes: number;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock: () => number;
  /** Receives a sentence if the folder cannot be used. */
  readonly onProblem: (problem: string) => void;
}

/** What was kept under a name. */
export interface CachedFile {
  readonly bytes: Uint8Array;
  /** In hex. */
  readonly sha256: string;
}

const blocks = (bytes: number) => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** The code of an error of the file system, such as "EROFS": its message names a file that is another one each time. */
function findCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

/**
 * Bytes by name, on disk; the least recently used are removed first. Never throws: what is lost or damaged, or could
 * not be written, is not there. Several processes may share a folder.
 */
export class CacheFolder {
  readonly #options: CacheFolderOptions;
  /** What all files take; undefined before the first look. */
  #bytes: number | undefined;
  #sweep: Promise<void> | undefined;
  readonly #reported = new Set<string>();

  constructor(options: CacheFolderOptions) {
    this.#options = options;
  }

  async read(name: string): Promise<CachedFile | undefined> {
    const file = join(this.#options.folder, name);
    try {
      const content = await this.#readUsed(file);
      const bytes = content.subarray(HASH_LENGTH);
      const sha256 = sha256Hex(bytes);
      if (content.toString('latin1', 0, HASH_LENGTH) === sha256) return { bytes, sha256 };
      await rm(file, { force: true });
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) this.#report('read', error);
    }
    return undefined;
  }

  async keep(name: string, bytes: Uint8Array): Promise<void> {
    const { folder, mostBytes, clock } = this.#options;
    const temporary = join(folder, `${TEMPORARY}${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(temporary, Buffer.concat([Buffer.from(sha256Hex(bytes), 'latin1'), bytes]), { flag: 'wx' });
      await utimes(temporary, clock() / 1000, clock() / 1000);
      await rename(temporary, join(folder, name));
      if (this.#bytes !== undefined) this.#bytes += blocks(HASH_LENGTH + bytes.length);
      if (this.#bytes === undefined || this.#bytes > mostBytes) await this.#sweepOnce();
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      this.#report('written', error);
    }
  }

  async #readUsed(file: string): Promise<Buffer> {
    const handle = await open(file, 'r');
    try {
      const now = this.#options.clock();
      // A read-only folder can be read all the same.
      if ((await handle.stat()).mtimeMs < now - HOUR_MS)
        await handle.utimes(now / 1000, now / 1000).catch(() => undefined);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /** Each problem once: most reads and writes have the same. */
  #report(what: 'read' | 'written', error: unknown): void {
    const reason = findCode(error) ?? String(error);
    const problem = `The cache in ${this.#options.folder} cannot be ${what} (${reason}). What it lacks comes from the store.`;
    if (this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.#options.onProblem(problem);
  }

  #sweepOnce(): Promise<void> {
    this.#sweep ??= this.#removeOldest().finally(() => {
      this.#sweep = undefined;
    });
    return this.#sweep;
  }

  /**
   * Looks at all files, because another process may have written some, and removes those used the longest ago above the
   * limit.
   */
  async #removeOldest(): Promise<void> {
    const { folder, mostBytes, clock } = this.#options;
    const files: { readonly file: string; readonly bytes: number; readonly usedAt: number }[] = [];
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      // Another process may have removed it meanwhile.
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) continue;
      const isTemporary = name.startsWith(TEMPORARY);
      if (isTemporary && found.mtimeMs < clock() - HOUR_MS) await rm(file, { force: true });
      else if (!isTemporary) files.push({ file, bytes: blocks(found.size), usedAt: found.mtimeMs });
    }
    let sum = files.reduce((total, { bytes }) => total + bytes, 0);
    const limit = sum > mostBytes ? mostBytes * KEPT_SHARE : mostBytes;
    for (const { file, bytes } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (sum <= limit) break;
      await rm(file, { force: true });
      sum -= bytes;
    }
    this.#bytes = sum;
  }
}
