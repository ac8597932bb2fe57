import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { ComparedVersion, VersionContents, VersionDiff } from './version-diff.ts';
import { diffVersions } from './version-diff.ts';
import * as v from 'valibot';
import type { Positioned } from './syntax-tree.ts';
import { getChildren, isNode, parsed } from './syntax-tree.ts';

const TemplateSchema = v.object({ cooked: v.string() });

/** What a build makes of a catalogue: `JSON.parse('…')`. */
function jsonIn(node: Positioned): readonly string[] {
  const { callee, arguments: given } = node;
  const [argument] = Array.isArray(given) ? given.filter(isNode) : [];
  const isParse =
    node.type === 'CallExpression' &&
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    isNode(callee['property']) &&
    callee['property']['name'] === 'parse';
  if (!isParse || !argument) return getChildren(node).flatMap(jsonIn);
  const [quasi] = Array.isArray(argument['quasis']) ? argument['quasis'].filter(isNode) : [];
  const text = argument['value'] ?? quasi?.['value'];
  if (v.is(TemplateSchema, text)) return [text.cooked];
  return typeof text === 'string' ? [text] : [];
}

/** The texts of a catalogue, or of a group of it, by their keys: "row.release". */
function flatten(messages: unknown, key: string): readonly (readonly [key: string, text: string])[] {
  if (typeof messages === 'string') return [[key, messages]];
  return Object.entries(messages ?? {}).flatMap(([name, each]) => flatten(each, key === '' ? name : `${key}.${name}`));
}

/** The texts in a script that a build made of a catalogue, by their keys. */
function catalogueTexts(script: string): ReadonlyMap<string, string> {
  const root = parsed(script);
  return new Map(root && jsonIn(root).flatMap((json) => flatten(JSON.parse(json), '')));
}

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
