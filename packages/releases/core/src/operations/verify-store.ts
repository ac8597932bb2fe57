import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '../format/release.ts';
import { allManifests } from '../format/release.ts';
import * as v from 'valibot';
import { readPendingApproval } from './approvals.ts';
import { readNumbered } from '../access/configuration.ts';
import { readWatching } from '../store/guarded-parts.ts';
import type { LogView } from '../release-log/log-view.ts';
import type { StoreProblem } from '../store/errors.ts';
import { StoreError } from '../store/errors.ts';
import type { FileRecord } from '../format/integrity.ts';
import { buildDifferences, sha256Hex } from '../format/integrity.ts';
import { readCheck } from '../store/checks.ts';
import { readOneEvidence } from '../store/evidence.ts';
import { readCopy } from '../store/copies.ts';
import type { Kind } from '../format/keys.ts';
import { fileKey, isDocument, classifyKey, manifestKey, releaseKey, sourceMapsKey } from '../format/keys.ts';
import type { Store } from '../store/store.ts';

/** A missing or damaged object. */
interface Finding {
  /** Key of the object. */
  readonly key: string;
  readonly kind: StoreProblem;
  /** Includes the remedy. */
  readonly problem: string;
  /** Whether the live release needs it. */
  readonly live: boolean;
}

/** The result of checking every byte. Plain data. */
export interface Verification {
  readonly objects: number;
  readonly bytes: number;
  readonly releases: number;
  readonly versions: number;
  /** The log: its entries, and its newest checkpoint. Null before the first write. */
  readonly log: { readonly entries: number; readonly checkpoint: string } | null;
  /** Objects to repair; those that the live release needs come first. */
  readonly problems: readonly Finding[];
  /** Harmless findings: foreign files, and the remains of an interrupted publication. */
  readonly notices: readonly { readonly key: string; readonly notice: string }[];
}

type Named<Is extends Kind['is']> = Extract<Kind, { is: Is }> & { readonly key: string };

class Verifier {
  readonly #store: Store;
  readonly #problems = new Map<string, Finding>();
  readonly #needed = new Set<string>();
  readonly #releases = new Map<number, Release>();
  /** Damaged releases that a later one has skipped, by key, each with what is to be said of it. */
  readonly #skipped = new Map<string, string>();
  readonly #manifests = new Map<string, ArtifactManifest>();
  readonly #log: LogView;
  #bytes = 0;

  constructor(store: Store, log: LogView) {
    this.#store = store;
    this.#log = log;
  }

  async run(): Promise<Verification> {
    const keys = [...(await this.#store.driver.list(''))].sort();
    const objects = keys.map((key) => ({ ...classifyKey(key), key }));
    const { documents } = this.#log;
    const all = [...new Set([...keys, ...documents.keys()])].sort().map((key) => ({ ...classifyKey(key), key }));
    const of = <Is extends Kind['is']>(is: Is) => all.filter((object): object is Named<Is> => object.is === is);
    const logged = <Is extends Kind['is']>(is: Is) => of(is).filter(({ key }) => documents.has(key));
    await this.#readReleases();
    const pruned = new Set(of('pruned').map(({ name, version }) => manifestKey(name, version)));
    const stored = new Set(keys);
    for (const { key, name, version } of logged('manifest')) {
      if (pruned.has(key) && !stored.has(key)) continue;
      const manifest = await this.#attempt(() => this.#store.readManifest(name, version));
      if (manifest) this.#manifests.set(key, manifest);
    }
    for (const { name, version } of of('yanked')) await this.#attempt(() => this.#store.readYank(name, version));
    for (const { name, version } of of('pruned')) await this.#attempt(() => this.#store.readPruned(name, version));
    for (const { name, version, number } of logged('checks'))
      await this.#attempt(() => readCheck(this.#store, name, version, number));
    for (const { name, version, number } of logged('evidence'))
      await this.#attempt(() => readOneEvidence(this.#store, name, version, number));
    for (const { name, version, number } of logged('copies'))
      await this.#attempt(() => readCopy(this.#store, name, version, number));
    for (const { number } of logged('configuration')) await this.#attempt(() => readNumbered(this.#store, number));
    for (const { number } of logged('watching')) await this.#attempt(() => readWatching(this.#store, number));
    for (const { id } of logged('approval')) await this.#attempt(() => readPendingApproval(this.#store, id));
    for (const { key } of [...logged('approval'), ...logged('foreign')])
      await this.#attempt(() => this.#store.readDocument(key, v.unknown(), 'Restore it from a backup.'));
    const unlogged = keys.filter((key) => isDocument(key) && !documents.has(key));
    const foreign = of('foreign').filter(({ key }) => !documents.has(key));
    for (const release of this.#releases.values()) this.#checkParts(release, pruned);
    const used = await this.#checkFiles();
    const unused = [...of('file'), ...of('source-maps')].filter(({ key }) => !used.has(key));
    for (const { key } of objects) if (!used.has(key)) this.#bytes += (await this.#store.driver.get(key))?.length ?? 0;
    return {
      objects: objects.length,
      bytes: this.#bytes,
      releases: this.#releases.size,
      versions: this.#manifests.size,
      log: this.#log.checkpoint === null ? null : { entries: this.#log.size, checkpoint: this.#log.checkpoint },
      problems: [...this.#problems.values()]
        .map((finding) => ({ ...finding, live: this.#needed.has(finding.key) }))
        .sort((a, b) => Number(b.live) - Number(a.live)),
      notices: [
        ...[...this.#skipped].map(([key, notice]) => ({ key, notice })),
        ...unlogged.map((key) => ({
          key,
          notice:
            'The log does not have it, so it does not count: a command was interrupted, or somebody put it there.',
        })),
        ...foreign.map(({ key }) => ({ key, notice: 'The store does not know this file and skips it.' })),
        ...unused.map(({ key }) => ({ key, notice: 'No version lists it: a publication was interrupted.' })),
      ],
    };
  }

  #report(kind: Finding['kind'], key: string, problem: string): void {
    if (!this.#problems.has(key)) this.#problems.set(key, { key, kind, problem, live: false });
  }

  async #attempt<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.skippedBy === undefined) this.#report(error.kind, error.key, error.message);
      else this.#skipped.set(error.key, error.message);
      return undefined;
    }
  }

  /** Checks that every release exists, fits the contract, and has the hash of the one before it. */
  async #readReleases(): Promise<void> {
    const numbers = await this.#store.loggedReleases();
    const last = numbers.at(-1) ?? 0;
    let before: { readonly number: number; readonly sha256: string; readonly logged: string | undefined } | undefined;
    for (const number of numbers) {
      const key = releaseKey(number);
      const release = await this.#attempt(() => this.#store.readRelease(number));
      const logged = this.#log.documents.get(key)?.sha256;
      if (release) {
        this.#releases.set(number, release);
        const isNext = before
          ? [before.sha256, before.logged].includes(release.previous ?? '')
          : release.previous === null;
        if (!isNext)
          this.#report(
            'damaged',
            key,
            `${key} does not contain the hash of ${before ? releaseKey(before.number) : 'nothing before it'}: one was altered before ` +
              'they were logged. Compare them with a backup.',
          );
      }
      const bytes = await this.#store.driver.get(key);
      const sha256 = bytes ? sha256Hex(bytes) : (logged ?? '');
      before = { number, sha256, logged };
    }
    this.#needed.add(releaseKey(last));
    for (const { name, version, files } of this.#liveManifests()) {
      this.#needed.add(manifestKey(name, version));
      for (const file of Object.keys(files)) this.#needed.add(fileKey(name, file));
    }
  }

  /** Compares the manifests in a release with those in the store, except pruned ones. */
  #checkParts(release: Release, pruned: ReadonlySet<string>): void {
    for (const manifest of allManifests(release)) {
      const key = manifestKey(manifest.name, manifest.version);
      const stored = this.#manifests.get(key);
      if (!stored) {
        if (pruned.has(key) && !this.#needed.has(key)) continue;
        this.#report(
          'missing',
          key,
          `${key} is missing, but release ${String(release.number)} has this version. Publish it again from the same sources.`,
        );
      } else if (buildDifferences(stored, manifest).length > 0) {
        this.#report(
          'damaged',
          key,
          `${key} differs from the manifest in release ${String(release.number)}. Compare it with a backup.`,
        );
      }
    }
  }

  /**
   * Checks every byte of the files that versions list. Reads each file once, because versions share files. @returns the
   * keys of the files.
   */
  async #checkFiles(): Promise<ReadonlySet<string>> {
    const read = new Map<string, FileRecord>();
    for (const { name, files } of [...this.#manifests.values(), ...this.#liveManifests()])
      for (const [file, record] of Object.entries(files)) {
        const key = fileKey(name, file);
        const known = read.get(key);
        if (known?.integrity === record.integrity && known.size === record.size) continue;
        read.set(key, record);
        const bytes = await this.#attempt(() => this.#store.readFile(name, file, record));
        this.#bytes += bytes?.length ?? 0;
      }
    for (const { name, version, sourceMaps } of this.#manifests.values()) {
      if (!sourceMaps) continue;
      read.set(sourceMapsKey(name, version, sourceMaps), sourceMaps);
      const bytes = await this.#attempt(() => this.#store.readSourceMaps(name, version, sourceMaps));
      this.#bytes += bytes?.length ?? 0;
    }
    return new Set(read.keys());
  }

  #liveManifests(): readonly ArtifactManifest[] {
    const release = this.#releases.get(Math.max(0, ...this.#releases.keys()));
    return release ? allManifests(release) : [];
  }
}

/**
 * Checks every byte of the store: the log, each document beside it, the chain of releases, and files. Writes nothing
 * there. Only what was kept of the log earlier shows whether its newest entries were removed. @throws {LogError} when
 * the log may not be used.
 */
export async function verifyStore(store: Store): Promise<Verification> {
  return new Verifier(store, await store.documents.logAnew()).run();
}
