import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { FIRMWARE_BYTES } from '@portal/staff-api/wire';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { areApart, nameOfEntry } from './entry-names.ts';
import { agree, directoryLength, directoryStart, fill, hasRightEnd, rangeOf } from './zip-directory.ts';
import type { Range } from './zip-directory.ts';

/** Why a file is no firmware. */
type ZipProblem = 'not_a_zip' | 'too_large_inside';

/** How many entries a file may have. */
const MOST_ENTRIES = 1000;
/** How many bytes its directory may have. */
const MOST_DIRECTORY = 1024 * 1024;
/** How many bytes a file may have inside. */
const MOST_INSIDE = 4 * FIRMWARE_BYTES;
/** How many times its own size a file may have inside, if that is more than `SMALL`. */
const MOST_RATIO = 100;
const SMALL = 10 * 1024 * 1024;
/** How much is inflated at once: with Node's own 16 KiB, 600 MB take twice as long. */
const CHUNK = 256 * 1024;

/** The bytes of an entry. */
function bytesOf(raw: Readable, { compressionMethod }: Entry): Readable {
  if (compressionMethod === 0) return raw;
  const inflate = createInflateRaw({ chunkSize: CHUNK });
  raw.once('error', (error) => inflate.destroy(error));
  return raw.pipe(inflate);
}

/** Reads an entry, but never more than it announces. */
async function problemOfEntry(zip: ZipFile, entry: Entry): Promise<ZipProblem | undefined> {
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const chunks: AsyncIterable<Uint8Array> = bytesOf(raw, entry);
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.uncompressedSize) return 'too_large_inside';
      checksum = crc32(chunk, checksum);
    }
  } finally {
    raw.destroy();
  }
  return size === entry.uncompressedSize && checksum === entry.crc32 ? undefined : 'not_a_zip';
}

/** The entries of an archive as it should be: readable files and folders, one behind the other with nothing between, with names of their own. Otherwise, what is wrong. */
async function entriesOf(zip: ZipFile): Promise<readonly Entry[] | ZipProblem> {
  const entries: Entry[] = [];
  const names: string[] = [];
  const ranges: Range[] = [];
  let directory = 0;
  for await (const entry of zip.eachEntry()) {
    directory += directoryLength(entry);
    if (directory > MOST_DIRECTORY) return 'too_large_inside';
    const header = await zip.readLocalFileHeaderPromise(entry);
    const name = nameOfEntry(entry, header);
    if (!agree(entry, header) || !entry.canDecodeFileData() || name === undefined) return 'not_a_zip';
    entries.push(entry);
    names.push(name);
    ranges.push(rangeOf(entry, header));
  }
  return areApart(names) && fill(ranges, directoryStart(zip, directory)) ? entries : 'not_a_zip';
}

function isTooLarge(entries: readonly Entry[], fileSize: number): boolean {
  const inside = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  return inside > MOST_INSIDE || (inside > SMALL && inside > MOST_RATIO * fileSize);
}

async function problemInside(zip: ZipFile, path: string): Promise<ZipProblem | undefined> {
  if (zip.entryCount > MOST_ENTRIES) return 'too_large_inside';
  const entries = await entriesOf(zip);
  if (typeof entries === 'string') return entries;
  if (!(await hasRightEnd(path, zip.comment, entries))) return 'not_a_zip';
  if (isTooLarge(entries, zip.fileSize)) return 'too_large_inside';
  for (const entry of entries) {
    const problem = await problemOfEntry(zip, entry);
    if (problem) return problem;
  }
  return undefined;
}

/** Whether an error is the machine's, not the file's. */
const isOfMachine = (error: unknown) => typeof error === 'object' && error !== null && 'syscall' in error;

/**
 * What is wrong with a file that should be a zip: it is none, is damaged or means different things to different programs, or it has more inside than
 * is reasonable or than it says. All of it is read, with a bounded amount of memory.
 */
export async function problemOfZip(path: string): Promise<ZipProblem | undefined> {
  try {
    const zip = await openPromise(path, { validateEntrySizes: false, autoClose: false });
    try {
      return await problemInside(zip, path);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (isOfMachine(error)) throw error;
    return 'not_a_zip';
  }
}
