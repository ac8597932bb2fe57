import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { catalogueTexts } from './catalogue-texts.ts';
import type { ComparedVersion, VersionContents, VersionDiff } from './version-diff.ts';
import { diffVersions } from './version-diff.ts';

const compress = promisify(brotliCompress);

/** Files that are compressed by their format, and are sent as they are. */
const AS_IT_IS = /\.(pdf|png|woff2)$/;

/** By name, which has the hash of the bytes. */
const knownSizes = new Map<string, number>();

/** The size of a file as web servers send it. */
async function compressedSize(file: string, bytes: Uint8Array): Promise<number> {
  const size = knownSizes.get(file) ?? (AS_IT_IS.test(file) ? bytes.length : (await compress(bytes)).length);
  knownSizes.set(file, size);
  return size;
}

/** What the files of a version tell; undefined if one of them is missing or damaged. */
async function readContents(
  store: Store,
  { name, files, locales }: ArtifactManifest,
): Promise<VersionContents | undefined> {
  try {
    const compressed = new Map<string, number>();
    const texts = new Map<string, Map<string, string>>();
    for (const [file, record] of Object.entries(files)) {
      const bytes = await store.readFile(name, file, record);
      compressed.set(file, await compressedSize(file, bytes));
      const languages = Object.entries(locales).filter(([, ofLanguage]) => ofLanguage.includes(file));
      for (const [language] of languages)
        texts.set(
          language,
          new Map([...(texts.get(language) ?? []), ...catalogueTexts(Buffer.from(bytes).toString())]),
        );
    }
    return { compressed, texts };
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** A version to compare, also one that was pruned; its manifest stays. */
async function readCompared(store: Store, name: string, version: string): Promise<ComparedVersion> {
  try {
    const published = await store.readVersion(name, version);
    return { ...published, contents: await readContents(store, published.manifest) };
  } catch (error) {
    const isMissing = error instanceof StoreError && error.kind === 'missing';
    const pruned = isMissing ? await store.readPruned(name, version) : undefined;
    if (!pruned) throw error;
    return { manifest: pruned.manifest, provenance: null };
  }
}

/**
 * What changed between two versions of a part, published or pruned. @throws {StoreError} if one is neither, or damaged.
 */
export async function readVersionDiff(store: Store, name: string, from: string, to: string): Promise<VersionDiff> {
  const [before, after] = await Promise.all([readCompared(store, name, from), readCompared(store, name, to)]);
  return diffVersions(before, after);
}
