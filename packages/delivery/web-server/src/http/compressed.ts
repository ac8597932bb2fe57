import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './negotiate.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The bytes to send, compressed with `encoding` if it is set. */
export interface Encoded {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding | 'dcb' | undefined;
  /** With `dcb`: the SHA-256 of the dictionary, in base64. */
  readonly dictionary?: string;
}

/** One content in all codings needs at most this many times its bytes: what compression makes larger is not kept. */
export const COPIES = 3;

/** One content in all codings. Each coding is computed once, at its first use, off the main thread. */
export class Compressed {
  readonly bytes: Uint8Array;
  readonly #brotliQuality: number;
  readonly #making = new Map<Encoding, Promise<Encoded>>();

  /** `brotliQuality`: 0 to 11. */
  constructor(bytes: Uint8Array, brotliQuality: number) {
    this.bytes = bytes;
    this.#brotliQuality = brotliQuality;
  }

  as(encoding: Encoding | undefined): Promise<Encoded> {
    if (encoding === undefined) return Promise.resolve({ bytes: this.bytes, encoding });
    const making = this.#making.get(encoding) ?? this.#compress(encoding);
    this.#making.set(encoding, making);
    return making;
  }

  async #compress(encoding: Encoding): Promise<Encoded> {
    const made =
      encoding === 'br'
        ? await brotli(this.bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
            },
          })
        : await zip(this.bytes, { level: 9 });
    // What zlib makes is part of a larger buffer, all of which would stay in memory.
    const bytes = new Uint8Array(made);
    return bytes.length < this.bytes.length ? { bytes, encoding } : { bytes: this.bytes, encoding: undefined };
  }
}
