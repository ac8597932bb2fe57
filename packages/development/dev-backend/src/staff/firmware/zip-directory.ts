import { open } from 'node:fs/promises';
import { parseExtraFields } from 'yauzl';
import type { Entry, LocalFileHeader, ZipFile } from 'yauzl';

/** Where an entry and its header stand in the file. */
export interface Range {
  readonly from: number;
  readonly to: number;
  /** How many bytes may follow, with sizes and checksum: fewer than a header has. */
  readonly mostBehind: number;
}

/** The record that ends a zip, and the one that may stand before it in larger ones. */
const END = { signature: 0x06_05_4b_50, length: 22 };
const ZIP64_LOCATOR = { signature: 0x07_06_4b_50, length: 20 };

/** How many bytes of the directory describe an entry. */
export function directoryLength({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): number {
  return 46 + fileNameLength + extraFieldLength + fileCommentLength;
}

/** Whether the record at the end of a zip whose comment has so many bytes agrees with the entries that were found. */
export async function hasRightEnd(path: string, comment: string, entries: readonly Entry[]): Promise<boolean> {
  const file = await open(path);
  try {
    const at = (await file.stat()).size - END.length - comment.length;
    const record = Buffer.alloc(ZIP64_LOCATOR.length + END.length);
    const { bytesRead } = await file.read(record, 0, record.length, at - ZIP64_LOCATOR.length);
    // Nothing under 4 GiB needs the other kind, which would have a directory besides the one that old programs read.
    if (bytesRead < record.length || record.readUInt32LE(0) === ZIP64_LOCATOR.signature) return false;
    const end = record.subarray(ZIP64_LOCATOR.length);
    const size = entries.map(directoryLength).reduce((sum, length) => sum + length, 0);
    return (
      end.readUInt32LE(0) === END.signature &&
      end.readUInt16LE(10) === entries.length &&
      end.readUInt32LE(12) === size &&
      end.readUInt32LE(16) + size === at
    );
  } finally {
    await file.close();
  }
}

/** The sizes before the bytes of an entry; large ones are in a field of their own. */
function sizesIn(header: LocalFileHeader): readonly [number, number] {
  const large = parseExtraFields(header.extraField).find(({ id }) => id === 1)?.data;
  if (header.uncompressedSize !== 0xff_ff_ff_ff || header.compressedSize !== 0xff_ff_ff_ff || !large)
    return [header.uncompressedSize, header.compressedSize];
  return [Number(large.readBigUInt64LE(0)), Number(large.readBigUInt64LE(8))];
}

/** Whether sizes and checksum stand behind the bytes: those in the directory are checked with the bytes. */
const hasSizesBehind = ({ generalPurposeBitFlag }: Entry) => (generalPurposeBitFlag & 0x8) !== 0;

/** Whether the directory and the header before its bytes say the same of an entry. */
export function agree(entry: Entry, header: LocalFileHeader): boolean {
  const isSame =
    header.fileName.equals(entry.fileNameRaw) &&
    header.generalPurposeBitFlag === entry.generalPurposeBitFlag &&
    header.compressionMethod === entry.compressionMethod;
  if (!isSame || hasSizesBehind(entry)) return isSame;
  const [uncompressed, compressed] = sizesIn(header);
  return header.crc32 === entry.crc32 && uncompressed === entry.uncompressedSize && compressed === entry.compressedSize;
}

export function rangeOf(entry: Entry, { fileDataStart }: LocalFileHeader): Range {
  const from = entry.relativeOffsetOfLocalHeader;
  return { from, to: fileDataStart + entry.compressedSize, mostBehind: hasSizesBehind(entry) ? 24 : 0 };
}

/** Where the directory begins if it has so many bytes. */
export function directoryStart({ fileSize, comment }: ZipFile, length: number): number {
  return fileSize - END.length - comment.length - length;
}

/**
 * Whether the entries fill the file up to the directory, one behind the other. Bytes of two of them could be large many times, and between them
 * could be a file that only programs find that do not read the directory.
 */
export function fill(ranges: readonly Range[], until: number): boolean {
  const inOrder = ranges.toSorted((one, other) => one.from - other.from);
  return (
    inOrder[0]?.from === 0 &&
    inOrder.every(({ to, mostBehind }, index) => {
      const behind = (inOrder[index + 1]?.from ?? until) - to;
      return behind >= 0 && behind <= mostBehind;
    })
  );
}
