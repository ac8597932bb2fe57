import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';

/** The supported content codings, best first. */
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];

interface Preference {
  readonly coding: string;
  readonly weight: number;
}

function parsePreferences(header: string): readonly Preference[] {
  return header.split(',').map((entry) => {
    const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { coding, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
}

function weightIn(preferences: readonly Preference[], coding: string): number {
  const named = preferences.find((entry) => entry.coding === coding);
  return (named ?? preferences.find((entry) => entry.coding === '*'))?.weight ?? 0;
}

/** The coding to send, by the request's Accept-Encoding (RFC 9110, 12.5.3); undefined means no compression. */
export function chooseEncoding(header = ''): Encoding | undefined {
  const preferences = parsePreferences(header);
  const parseWeight = (coding: Encoding) => weightIn(preferences, coding);
  let best: Encoding | undefined;
  for (const encoding of ENCODINGS) {
    if (parseWeight(encoding) > (best === undefined ? 0 : parseWeight(best))) best = encoding;
  }
  return best;
}

/** SHA-256 as a byte sequence (RFC 9651, 3.3.5): exactly as browsers write it, so that one hash has one text. */
const DICTIONARY = /^:(?<hash>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$/;

/**
 * The dictionary with which the browser takes an answer in the coding `dcb` (RFC 9842): its SHA-256 in base64.
 * Undefined if it names none, or likes another coding better.
 */
export function offeredDictionary(headers: IncomingHttpHeaders): string | undefined {
  const { 'accept-encoding': accepted = '', 'available-dictionary': available } = headers;
  const hash = typeof available === 'string' ? DICTIONARY.exec(available)?.groups?.['hash'] : undefined;
  if (hash === undefined) return undefined;
  const preferences = parsePreferences(accepted);
  // By its name alone: "*" is of browsers that do not know it.
  const weight = preferences.find(({ coding }) => coding === 'dcb')?.weight ?? 0;
  const isBest = weight > 0 && ENCODINGS.every((coding) => weightIn(preferences, coding) <= weight);
  return isBest ? hash : undefined;
}

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
  readonly #encoded = new Map<Encoding, Promise<Encoded>>();

  /** `brotliQuality`: 0 to 11. */
  constructor(bytes: Uint8Array, brotliQuality: number) {
    this.bytes = bytes;
    this.#brotliQuality = brotliQuality;
  }

  encode(encoding: Encoding | undefined): Promise<Encoded> {
    if (encoding === undefined) return Promise.resolve({ bytes: this.bytes, encoding });
    const encoded = this.#encoded.get(encoding) ?? this.#compress(encoding);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }

  async #compress(encoding: Encoding): Promise<Encoded> {
    const compressed =
      encoding === 'br'
        ? await brotli(this.bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
            },
          })
        : await zip(this.bytes, { level: 9 });
    // What zlib makes is part of a larger buffer, all of which would stay in memory.
    const bytes = new Uint8Array(compressed);
    return bytes.length < this.bytes.length ? { bytes, encoding } : { bytes: this.bytes, encoding: undefined };
  }
}
