import { brotliCompressSync, constants } from 'node:zlib';
import { parseInput } from '@portal/contract/parse';
import { EntrySchema } from '../release-log/leaf.ts';
import type { LogView } from '../release-log/log-view.ts';
import { collectEdges, inclusionProof } from '../release-log/merkle.ts';
import type { Hash } from '../release-log/merkle.ts';
import type { ReleaseSummary } from '../format/documents.ts';
import { fromBytes } from '../format/documents.ts';
import { StoreError } from '../store/errors.ts';
import { sha256Hex } from '../format/integrity.ts';
import { entryKey, manifestKey, numberOfKey, releaseKey } from '../format/keys.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import { readSteps } from '../store/version-history.ts';
import { longestRun } from './live-runs.ts';
import type { StagingProof } from '../format/staging-proof.ts';

/** Matches repeat over the whole text: a release repeats most of the one before it. */
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Collects what a store's log shows of one of its versions. */
class Collection {
  readonly #store: Store;
  readonly #log: LogView;
  /** How many entries the proof is about. */
  readonly #size: number;
  readonly #hashes: readonly Hash[];

  constructor(store: Store, log: LogView, keys: readonly string[] | undefined) {
    this.#store = store;
    this.#log = log;
    const newest = log.entries.findLastIndex(({ signedBy }) => keys?.includes(signedBy.key) ?? true);
    this.#size = newest < 0 ? log.size : newest + 1;
    this.#hashes = (log.keep()?.leafHashes ?? []).slice(0, this.#size).map((hash) => Buffer.from(hash, 'base64'));
  }

  async proof(name: string, version: string): Promise<StagingProof> {
    const key = manifestKey(name, version);
    const index = this.#log.documents.get(key)?.index ?? this.#size;
    if (index >= this.#size)
      throw new StoreError('missing', key, `The log of ${this.#store.place} does not show ${name} ${version} yet.`, '');
    return {
      checkpoint: (await this.#entry(this.#size - 1)).checkpoint,
      version: {
        document: await this.#document(key),
        leaf: (await this.#entry(index)).leaf,
        index,
        path: inclusionProof(this.#hashes, index).map(toBase64),
      },
      since: await this.#since(name, version),
    };
  }

  async #since(name: string, version: string): Promise<StagingProof['since']> {
    const steps = await readSteps(this.#store);
    const isCanary = ({ canaries }: ReleaseSummary) => canaries[name]?.version === version;
    const begin =
      this.#begin(steps.filter((step) => liveVersion(step, name) === version)) ?? this.#begin(steps.filter(isCanary));
    if (!begin) return null;
    const leaves: string[] = [];
    for (let index = begin.first; index < this.#size; index += 1) leaves.push((await this.#entry(index)).leaf);
    const releases = JSON.stringify(await Promise.all(begin.releases.map((key) => this.#document(key))));
    return {
      first: begin.first,
      edges: collectEdges(this.#hashes, begin.first).map(toBase64),
      leaves,
      releases: toBase64(brotliCompressSync(releases, { params: BROTLI })),
    };
  }

  /** Where the longest run of these releases begins in the log, and which of them are not older. */
  #begin(
    steps: readonly ReleaseSummary[],
  ): { readonly first: number; readonly releases: readonly string[] } | undefined {
    const numbers = new Set(steps.map(({ number }) => number));
    const leaves = this.#log.entries.slice(0, this.#size).map(({ leaf }) => leaf);
    const first = longestRun(leaves, ({ number }) => numbers.has(number))?.first;
    if (first === undefined) return undefined;
    const leaf = leaves[first];
    const from = leaf?.kind === 'document' ? (numberOfKey(leaf.key) ?? 0) : 0;
    return { first, releases: [...numbers].filter((number) => number >= from).map(releaseKey) };
  }

  async #entry(index: number) {
    const key = entryKey(index);
    const bytes = await this.#store.driver.get(key);
    if (!bytes) throw new StoreError('missing', key, `${this.#store.place}/${key} is missing.`, 'Restore it.');
    return parseInput(key, EntrySchema, fromBytes(bytes));
  }

  /** The exact text of a document. */
  async #document(key: string): Promise<string> {
    const bytes = await this.#store.driver.get(key);
    if (bytes && sha256Hex(bytes) === this.#log.documents.get(key)?.sha256) return Buffer.from(bytes).toString();
    throw new StoreError('damaged', key, `${this.#store.place}/${key} is not what was logged.`, 'Restore it.');
  }
}

/**
 * What the log of a store shows of a version: up to the newest entry that one of these keys ("NAME+ID+KEY") signed, or
 * the newest of all.
 * @throws {StoreError}
 */
export async function collectProof(
  store: Store,
  { name, version }: { readonly name: string; readonly version: string },
  keys?: readonly string[],
): Promise<StagingProof> {
  return new Collection(store, await store.log(), keys).proof(name, version);
}
