import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import { BoundedCache } from '../http/bounded-cache.ts';
import type { Compressed, Encoded } from '../http/http-response.ts';

const brotli = promisify(brotliCompress);

/** Begins the coding `dcb`; the SHA-256 of the dictionary follows (RFC 9842, 4). */
const MAGIC = Buffer.from([0xff, 0x44, 0x43, 0x42]);
/** Below it, Brotli does not look into a dictionary. */
const LEAST_QUALITY = 5;

const PROBE = Buffer.from('Does Brotli look into the dictionary?');
const withDictionary = { dictionary: PROBE, params: {} };

/** Whether this Node can make deltas: 24.15 and newer can; older ones ignore the dictionary. */
export const CAN_MAKE_DELTAS = brotliCompressSync(PROBE, withDictionary).length < brotliCompressSync(PROBE).length;

/** What is sent as a delta. */
export interface Target {
  /** SHA-256 of the content, in base64. */
  readonly hash: string;
  readonly content: Compressed;
}

/** What a browser has. */
export interface Dictionary {
  /** SHA-256, in base64. */
  readonly hash: string;
  /** Its bytes; undefined if they cannot be had. */
  readonly read: () => Promise<Uint8Array | undefined>;
}

interface DeltaOptions {
  /** Limit for the deltas in memory, in bytes. */
  readonly mostBytes: number;
  /** How many are made at the same time; who asks for another one gets Brotli, as without a dictionary. */
  readonly mostAtOnce: number;
  /** Of Brotli, 0 to 11. */
  readonly quality: number;
  /** Called with the bytes that an answer saved in comparison to the same without a dictionary. */
  readonly onSent: (savedBytes: number) => void;
}

/**
 * Contents as their difference from what a browser has. Each delta is made once, off the main thread, and kept while
 * there is room.
 */
export class Deltas {
  readonly #options: DeltaOptions;
  readonly cache: BoundedCache<Uint8Array>;
  readonly #making = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(options: DeltaOptions) {
    this.#options = options;
    this.cache = new BoundedCache(options.mostBytes);
  }

  /** The answer `plain`, or the delta in its place if that is smaller. */
  async chooseSmaller(target: Target, dictionary: Dictionary, plain: Promise<Encoded>): Promise<Encoded> {
    const [delta, { bytes }] = await Promise.all([this.make(target, dictionary), plain]);
    if (!delta || delta.length >= bytes.length) return plain;
    this.#options.onSent(bytes.length - delta.length);
    return { bytes: delta, encoding: 'dcb', dictionary: dictionary.hash };
  }

  /** The delta from memory, or a new one; undefined if too many are being made, or the dictionary cannot be had. */
  async make({ hash, content }: Target, dictionary: Dictionary): Promise<Uint8Array | undefined> {
    const key = `${hash} ${dictionary.hash}`;
    const known = this.cache.get(key) ?? this.#making.get(key);
    if (known || this.#making.size >= this.#options.mostAtOnce) return known;
    const making = this.#compress(content.bytes, dictionary).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    const delta = await making;
    if (delta) this.cache.set(key, delta, delta.length);
    return delta;
  }

  async #compress(bytes: Uint8Array, { hash, read }: Dictionary): Promise<Uint8Array | undefined> {
    const dictionary = await read();
    if (!dictionary) return undefined;
    const options = {
      dictionary,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: Math.max(this.#options.quality, LEAST_QUALITY),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    };
    return new Uint8Array(Buffer.concat([MAGIC, Buffer.from(hash, 'base64'), await brotli(bytes, options)]));
  }
}
