import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface WriteOptions {
  /** For its owner alone by default. */
  readonly mode?: number;
  /** Puts the finished file in its place; replaces the one there by default. */
  readonly place?: (finished: string, file: string) => Promise<void>;
}

/**
 * Writes a file as a whole, and durably: everybody sees it as it was or as it is, and several processes may write at once. Makes its folder.
 * @throws the error of the file system; nothing is left behind.
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  { mode = 0o600, place = rename }: WriteOptions = {},
): Promise<void> {
  const folder = dirname(file);
  const finished = join(folder, `.${basename(file)}.${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(finished, data, { mode, flag: 'wx', flush: true });
    await place(finished, file);
  } finally {
    await rm(finished, { force: true });
  }
}
