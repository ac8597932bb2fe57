import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from './error-code.ts';

export interface WriteOptions {
  /** For its owner alone by default. */
  readonly mode?: number;
  /** Leaves a file that is there already as it is: of several writers at once, the first one counts. */
  readonly createOnly?: boolean;
}

/**
 * Writes a file as a whole, and durably: everybody sees it as it was or as it is, and several processes may write at
 * once. Makes its folder.
 * @throws the error of the file system; nothing is left behind.
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  { mode = 0o600, createOnly = false }: WriteOptions = {},
): Promise<void> {
  const folder = dirname(file);
  const finished = join(folder, `.${basename(file)}.${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(finished, data, { mode, flag: 'wx', flush: true });
    await (createOnly ? link : rename)(finished, file);
  } catch (error) {
    if (!createOnly || !hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(finished, { force: true });
  }
}
