import { zipSync } from 'fflate';
import type { Zippable } from 'fflate';

/** A zip of these files. */
export function createZip(files: Zippable): Buffer {
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
