import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { getRaw } from './get-raw.ts';

/** What Chromium accepts where it has a dictionary. */
const WITH_DICTIONARY = 'gzip, deflate, br, zstd, dcb, dcz';

/** As `Available-Dictionary` names a content. */
function available(content: Uint8Array): string {
  return `:${createHash('sha256').update(content).digest('base64')}:`;
}

/** Asks for `url` as a Chromium that has `dictionary`. */
export async function getWith(
  url: string,
  dictionary: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  encodings = WITH_DICTIONARY,
): ReturnType<typeof getRaw> {
  return await getRaw(url, encodings, { 'available-dictionary': available(dictionary), ...headers });
}

/** The content of an answer in `dcb`, as RFC 9842 says. @throws for one made with another dictionary. */
export function decoded(body: Buffer, dictionary: Uint8Array): Buffer {
  const begin = Buffer.concat([
    Buffer.from([0xff, 0x44, 0x43, 0x42]),
    createHash('sha256').update(dictionary).digest(),
  ]);
  if (!body.subarray(0, begin.length).equals(begin)) throw new Error('not a delta from this dictionary');
  const options = { dictionary, params: {} };
  return brotliDecompressSync(body.subarray(begin.length), options);
}
