import { gzipSync } from 'fflate';

const BLOCK = 512;
/** The first moment. */
const NO_TIME = 0;
const PROGRAM = 0o755;
const FILE = 0o644;

/** A field of a tar header: octal digits, filled with zeros. */
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** The header of one file (POSIX ustar). */
function header(path: string, size: number, mode: number): Buffer {
  const bytes = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tarball.`);
  bytes.write(path, 0);
  bytes.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(NO_TIME, 12), 100);
  // The sum counts its own field as spaces.
  bytes.write(`${' '.repeat(8)}0`, 148);
  bytes.write('ustar\u000000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 7)} `, 148);
  return bytes;
}

/**
 * An archive with the files below one folder. It is packed in JavaScript and without times, so that the same files give
 * the same bytes on every machine. `programs`: files that can be run.
 */
export function tarball(
  files: ReadonlyMap<string, string | Uint8Array>,
  programs: readonly string[],
  folder: string,
): Uint8Array {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const blocks = sorted.flatMap(([path, content]) => {
    const bytes = Buffer.from(content);
    const rest = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [header(`${folder}/${path}`, bytes.length, programs.includes(path) ? PROGRAM : FILE), bytes, rest];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { mtime: NO_TIME, level: 9 });
}
