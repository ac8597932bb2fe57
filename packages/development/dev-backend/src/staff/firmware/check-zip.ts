import { FIRMWARE_BYTES } from '@portal/staff-api/wire';
import { openPromise } from 'yauzl';
import type { ZipFile } from 'yauzl';

/** Why a file is no firmware. */
type ZipProblem = 'not_a_zip' | 'too_large_inside';

/** How many entries a file may have. */
const MOST_ENTRIES = 1000;
/** How many bytes a file may have inside. */
const MOST_INSIDE = 4 * FIRMWARE_BYTES;
/** How many times its own size a file may have inside, if that is more than `SMALL`. */
const MOST_RATIO = 100;
const SMALL = 10 * 1024 * 1024;

async function problemInside(zip: ZipFile): Promise<ZipProblem | undefined> {
  if (zip.entryCount > MOST_ENTRIES) return 'too_large_inside';
  let inside = 0;
  for await (const entry of zip.eachEntry()) {
    if (!entry.canDecodeFileData()) return 'not_a_zip';
    inside += entry.uncompressedSize;
  }
  if (inside === 0) return 'not_a_zip';
  return inside > MOST_INSIDE || (inside > SMALL && inside > MOST_RATIO * zip.fileSize)
    ? 'too_large_inside'
    : undefined;
}

/** Whether an error is the machine's, not the file's. */
const isOfMachine = (error: unknown) => typeof error === 'object' && error !== null && 'syscall' in error;

/** What is wrong with a file that should be a zip, by its directory alone: nobody unpacks it here. */
export async function problemOfZip(path: string): Promise<ZipProblem | undefined> {
  try {
    const zip = await openPromise(path, { autoClose: false });
    try {
      return await problemInside(zip);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (isOfMachine(error)) throw error;
    return 'not_a_zip';
  }
}
