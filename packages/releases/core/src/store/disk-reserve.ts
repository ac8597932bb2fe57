import { randomBytes } from 'node:crypto';
import { constants, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';

/** Name of the reserve in the store's folder; no key begins with a dot. */
const RESERVE = '.reserve';
/** Room for a rollback: twice the limit of a promoted release (operations/next-release.ts). */
const RESERVE_BYTES = 4 * 1024 * 1024;

/** Makes the reserve, or completes it. @throws when there is no space for all of it; it then keeps what there is. */
export async function keepReserve(root: string): Promise<void> {
  const file = join(root, RESERVE);
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT);
  try {
    const { size } = await handle.stat();
    if (size > RESERVE_BYTES) await handle.truncate(RESERVE_BYTES);
    // A file system may compress anything but random bytes.
    const bytes = randomBytes(Math.max(RESERVE_BYTES - size, 0));
    // Each byte has its place, so writers at once write the same reserve.
    for (let at = 0; at < bytes.length;)
      at += (await handle.write(bytes, at, bytes.length - at, size + at)).bytesWritten;
  } finally {
    await handle.close();
  }
}

/** Whether an error says that there is no space. */
const isFull = (error: unknown) => hasCode(error, 'ENOSPC', 'EDQUOT');

/**
 * Runs a small write that a full disk must not prevent: if there is no space, once more in that of the reserve. Then
 * the reserve takes what is left, so that the next write finds space, too.
 */
export async function writeWithReserve<Result>(root: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await rm(join(root, RESERVE), { force: true });
    return await write();
  } finally {
    // The write counts, not the reserve; the next publication completes it or says what is wrong.
    await keepReserve(root).catch(() => undefined);
  }
}
