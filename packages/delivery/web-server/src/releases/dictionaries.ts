import type { IncomingHttpHeaders } from 'node:http';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '@portal/release/format/release';
import { allManifests, releasedManifests } from '@portal/release/format/release';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { FileRecord, Store } from '@portal/release/store';
import { StoreError } from '@portal/release/store';
import { assetUrl } from '@portal/contract/paths';
import type { Asset, Assets } from '../files/assets.ts';
import { fileType } from '../files/assets.ts';
import type { Encoded } from '../http/http-response.ts';
import { offeredDictionary } from '../http/http-response.ts';
import type { Deltas, Dictionary, Target } from '../files/deltas.ts';
import { CAN_MAKE_DELTAS } from '../files/deltas.ts';
import { UNREADABLE } from './followed-store.ts';

/** How many older releases are looked at for versions that visitors may have. */
const RELEASES = 20;
/** The most versions of a part whose files are dictionaries. */
const VERSIONS = 10;
/** For this many of them, deltas are made before anybody asks. */
const PREPARED = 3;
/** The problem in the log that a file of a version before cannot be read. */
const DICTIONARIES = 'dictionaries';

/**
 * "settings.0123456789abcdef.js" -> "settings.*.js", which is the same file in every version. Undefined for one that
 * has no dictionary.
 */
export function filePattern(file: string): string | undefined {
  const pattern = file.replace(/\.[0-9a-f]{16}\.(?=[a-z0-9]+$)/, '.*.');
  return CAN_MAKE_DELTAS && pattern !== file && fileType(file).compressible ? pattern : undefined;
}

/**
 * Ask browsers to keep a file as the dictionary for its next version. The pattern is a whole path: Chromium 156 takes
 * one that is relative to the file's address for the same as that of another part, and keeps the last one only.
 */
export function dictionaryHeaders(part: string, file: string): Readonly<Record<string, string>> {
  const pattern = filePattern(file);
  if (pattern === undefined) return {};
  return { 'use-as-dictionary': `match="${assetUrl(part, pattern)}"`, vary: 'available-dictionary' };
}

const computeHash = ({ integrity }: { readonly integrity: string }) => integrity.slice('sha256-'.length);
const toTarget = (asset: Asset): Target => ({ hash: computeHash(asset), content: asset.content });

interface RequestedFile {
  readonly name: string;
  readonly file: string;
  readonly asset: Asset;
}

interface OlderFile {
  readonly file: string;
  readonly record: FileRecord;
}

/** By part and pattern, then by hash; the newest first. */
type Index = Map<string, Map<string, OlderFile>>;

function addFiles(index: Index, { name, files }: ArtifactManifest): void {
  for (const [file, record] of Object.entries(files)) {
    const pattern = filePattern(file);
    if (pattern === undefined) continue;
    const key = `${name}/${pattern}`;
    const known = index.get(key) ?? new Map<string, OlderFile>();
    if (!known.has(computeHash(record))) known.set(computeHash(record), { file, record });
    index.set(key, known);
  }
}

interface DictionaryOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly deltas: Deltas;
  readonly log: ServerLog;
}

/** Sends the files of the served release as deltas to browsers that have those of a version before. */
export class Dictionaries {
  readonly #options: DictionaryOptions;
  #index: Index = new Map();
  /** The files that are sent as deltas: nobody can have deltas made of whatever was ever published. */
  #served: ReadonlySet<string> = new Set();

  constructor(options: DictionaryOptions) {
    this.#options = options;
  }

  /** The answer `plain`, or a smaller one for a browser that has the file in another version. */
  async chooseSmaller(
    { name, file, asset }: RequestedFile,
    headers: IncomingHttpHeaders,
    plain: Promise<Encoded>,
  ): Promise<Encoded> {
    const offered = offeredDictionary(headers);
    const dictionary = offered === undefined ? undefined : this.#find(name, file, offered);
    return dictionary ? this.#options.deltas.chooseSmaller(toTarget(asset), dictionary, plain) : plain;
  }

  /**
   * Learns which files visitors may have from the releases before. Until it has, those of before count. Stops when
   * `isOver`.
   */
  async follow(release: Release, isOver: () => boolean): Promise<void> {
    const { log } = this.#options;
    const served = allManifests(release);
    this.#served = new Set(served.flatMap(({ name, files }) => Object.keys(files).map((file) => `${name}/${file}`)));
    if (!CAN_MAKE_DELTAS) return;
    try {
      const index: Index = new Map();
      for (const manifest of served) addFiles(index, manifest);
      for (const manifest of await this.#olderManifests(release, served, isOver)) addFiles(index, manifest);
      if (!isOver()) this.#index = index;
    } catch (error) {
      // The next look at the store says when it can be read again; the next release is followed again.
      log.problem(UNREADABLE, error);
    }
  }

  /** Makes the deltas that most visitors need, one after the other, until `isOver`. */
  async prepare(release: Release, isOver: () => boolean): Promise<void> {
    const { assets, deltas } = this.#options;
    for (const manifest of releasedManifests(release)) {
      for (const file of Object.keys(manifest.files)) {
        const others = [...(this.#known(manifest.name, file) ?? [])].filter(([, older]) => older.file !== file);
        for (const [hash] of others.slice(0, PREPARED)) {
          const dictionary = this.#find(manifest.name, file, hash);
          if (isOver()) return;
          if (dictionary) await deltas.make(toTarget(await assets.read(manifest, file)), dictionary);
        }
      }
    }
  }

  #known(name: string, file: string): Map<string, OlderFile> | undefined {
    const pattern = filePattern(file);
    return pattern === undefined ? undefined : this.#index.get(`${name}/${pattern}`);
  }

  #find(name: string, file: string, hash: string): Dictionary | undefined {
    const known = this.#served.has(`${name}/${file}`) ? this.#known(name, file) : undefined;
    const older = known?.get(hash);
    return older && { hash, read: () => this.#read(name, older, () => known?.delete(hash)) };
  }

  async #read(name: string, { file, record }: OlderFile, forget: () => void): Promise<Uint8Array | undefined> {
    const { store, log } = this.#options;
    try {
      const bytes = await store.readFile(name, file, record);
      log.solved(DICTIONARIES, 'Files of versions before can be read again.');
      return bytes;
    } catch (error) {
      // Strangers may ask for it again and again.
      if (error instanceof StoreError) forget();
      // A version that was pruned has no files any more.
      if (!(error instanceof StoreError) || error.kind !== 'missing') log.problem(DICTIONARIES, error);
      return undefined;
    }
  }

  /** The manifests of the versions before that visitors may have, the newest first. */
  async #olderManifests(
    { number }: Release,
    served: readonly ArtifactManifest[],
    isOver: () => boolean,
  ): Promise<readonly ArtifactManifest[]> {
    const { store } = this.#options;
    const seen = new Set(served.map(({ name, version }) => `${name}@${version}`));
    const counts = new Map<string, number>();
    const manifests: ArtifactManifest[] = [];
    const older = (await store.releaseNumbers()).filter((other) => other < number);
    for (const each of older.slice(-RELEASES).toReversed()) {
      if (isOver()) break;
      const outline = await ignoreStoreErrors(store.readReleaseSummary(each));
      if (!outline) continue;
      const { shell, remotes, canaries } = outline;
      for (const [name, { version }] of [...Object.entries({ shell, ...remotes }), ...Object.entries(canaries)]) {
        const count = counts.get(name) ?? 0;
        if (seen.has(`${name}@${version}`) || count === VERSIONS) continue;
        seen.add(`${name}@${version}`);
        counts.set(name, count + 1);
        const manifest = await ignoreStoreErrors(store.readManifest(name, version));
        if (manifest) manifests.push(manifest);
      }
    }
    return manifests;
  }
}

/** What was pruned is not there, and what is damaged is for the nightly check to say: neither is needed here. */
async function ignoreStoreErrors<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
