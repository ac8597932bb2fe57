import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasCode } from '@portal/node-kit/error-code';

/** A file that is no regular one, is too large, or cannot be read. The message ends without a full stop. */
export class UnusableFileError extends Error {
  readonly kind: 'too-large' | 'unusable';

  constructor(kind: UnusableFileError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Follows no link, and does not wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function readOpened(file: string, limit: number): Promise<Uint8Array> {
  const handle = await open(file, FLAGS);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UnusableFileError('unusable', `${file} is not a regular file`);
    if (stats.size <= limit) return await handle.readFile();
    const sizes = `it has ${String(stats.size)} bytes, and at most ${String(limit)} are expected`;
    throw new UnusableFileError('too-large', `${file} is too large: ${sizes}`);
  } finally {
    await handle.close();
  }
}

/** Reads a regular file of at most `limit` bytes. Looks at kind and size first. @throws {UnusableFileError} */
export async function readRegularFile(file: string, limit: number): Promise<Uint8Array> {
  try {
    return await readOpened(file, limit);
  } catch (error) {
    if (error instanceof UnusableFileError) throw error;
    if (hasCode(error, 'ELOOP')) throw new UnusableFileError('unusable', `${file} is a symbolic link`, error);
    if (hasCode(error, 'ENXIO')) throw new UnusableFileError('unusable', `${file} is not a regular file`, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableFileError('unusable', `${file} cannot be read: ${reason}`, error);
  }
}
