import { zipSync } from 'fflate';

/** Every entry of an archive has this time; of this machine's zone, because that is how zip writes it. */
const ZIP_TIME = new Date(1980, 0, 1);

/** A zip archive of texts that depends on nothing but them: written in JavaScript, so no library of the system takes part. */
export function zipTexts(texts: ReadonlyMap<string, string>): Uint8Array {
  const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const entries = Object.fromEntries(sorted.map(([name, text]) => [name, Buffer.from(text)]));
  return zipSync(entries, { mtime: ZIP_TIME });
}
