import { zipSync } from 'fflate';
import type { Zippable } from 'fflate';

const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;

/** A zip of these files. */
export function zipOf(files: Zippable): Buffer {
  return Buffer.from(zipSync(files));
}

/** Bytes that hardly compress, the same ones each time. */
export function noise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let index = 0; index < length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[index] = state >>> 16;
  }
  return bytes;
}

function positions(zip: Buffer, signature: number): readonly number[] {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  const found: number[] = [];
  for (let at = zip.indexOf(bytes); at >= 0; at = zip.indexOf(bytes, at + 1)) found.push(at);
  return found;
}

/** Where the entries of the directory begin, which stand behind all bytes of the files. */
export const centralHeaders = (zip: Buffer) => positions(zip, CENTRAL);
/** Where the record at the end begins. */
export const endRecord = (zip: Buffer) => positions(zip, END).at(-1) ?? -1;
