import type { ArtifactManifest } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import type { Provenance } from '@portal/contract/provenance';
import type { Release } from '@portal/contract/release';
import { parseRelease } from '@portal/contract/release';
import { parseInput } from '@portal/contract/parse';
import { compare } from 'semver';
import * as v from 'valibot';
import type { KnownGood, Outline, PlannedRelease, Pruned, PublishedVersion, Yank } from './documents.ts';
import {
  checkParts,
  fromBytes,
  KnownGoodSchema,
  OutlineSchema,
  parseVersion,
  PrunedSchema,
  toBytes,
  versionDocument,
  YankSchema,
} from './documents.ts';
import type { Store } from './store-interface.ts';
import { conflictSince } from './conflict.ts';
import type { StoreDriver } from './driver.ts';
import { UnsettledError } from './driver.ts';
import { StoreError, UnsettledReleaseError } from './errors.ts';
import { folderDriver } from './folder-driver.ts';
import { unlessNewer } from './newer-checkout.ts';
import { checkNoGap } from './no-gap.ts';
import type { FileRecord } from './integrity.ts';
import { hexOf, integrityOf, mismatch, sha256Hex } from './integrity.ts';
import type { Mark } from './keys.ts';
import {
  ARTIFACTS,
  fileKey,
  kindOf,
  manifestKey,
  markKey,
  marksPrefix,
  numberOfKey,
  releaseKey,
  RELEASES,
  sourceMapsKey,
  versionOfKey,
  versionsPrefix,
} from './keys.ts';

export { StoreError } from './errors.ts';
export type { KnownGood, PlannedRelease, Pruned, PublishedVersion, Yank } from './documents.ts';
export type { Store } from './store-interface.ts';
export type { FileRecord } from './integrity.ts';
export type { StoreDriver } from './driver.ts';

// Loose comparison, because local builds in a store may have suffixes with leading zeros.
const byVersion = (a: string, b: string) => compare(a, b, true);

class DriverStore implements Store {
  readonly driver: StoreDriver;

  constructor(driver: StoreDriver) {
    this.driver = driver;
  }

  get place(): string {
    return this.driver.place;
  }

  async versions(name: string): Promise<readonly string[]> {
    const keys = await this.driver.list(versionsPrefix(name));
    return keys
      .map(versionOfKey)
      .filter((version) => version !== undefined)
      .sort(byVersion);
  }

  readVersion(name: string, version: string): Promise<PublishedVersion> {
    const remedy = `Restore it from a backup, or remove it and publish ${name} ${version} again.`;
    return this.#read(manifestKey(name, version), `${name} ${version} is not published.`, remedy, (what, document) => {
      const published = parseVersion(what, document);
      const { manifest } = published;
      if (manifest.name === name && manifest.version === version) return published;
      throw new Error(`${what}: it is the manifest of ${manifest.name} ${manifest.version}`);
    });
  }

  async readManifest(name: string, version: string): Promise<ArtifactManifest> {
    return (await this.readVersion(name, version)).manifest;
  }

  createVersion(manifest: ArtifactManifest, provenance: Provenance): Promise<'created' | 'exists'> {
    const { name, version } = manifest;
    return this.driver.create(manifestKey(name, version), toBytes(versionDocument(manifest, provenance)));
  }

  readFile(name: string, file: string, expected: FileRecord): Promise<Uint8Array> {
    return this.#readListed(name, fileKey(name, file), expected);
  }

  readSourceMaps(name: string, version: string, expected: FileRecord): Promise<Uint8Array> {
    return this.#readListed(name, sourceMapsKey(name, version, expected), expected);
  }

  async #readListed(name: string, key: string, expected: FileRecord): Promise<Uint8Array> {
    const bytes = await this.driver.get(key, hexOf(expected));
    const remedy = `publish ${name} again from the sources it was built from`;
    if (bytes === undefined)
      throw new StoreError('missing', key, `${this.#named(key)} is missing.`, `Restore it, or ${remedy}.`);
    const wrong = mismatch(bytes, expected);
    if (wrong === undefined) return bytes;
    throw new StoreError('damaged', key, `${this.#named(key)} is damaged: ${wrong}.`, `Remove it and ${remedy}.`);
  }

  async hasFile(name: string, file: string): Promise<boolean> {
    return (await this.driver.get(fileKey(name, file))) !== undefined;
  }

  createFile(name: string, file: string, bytes: Uint8Array): Promise<'created' | 'exists'> {
    return this.driver.create(fileKey(name, file), bytes);
  }

  createSourceMaps(name: string, version: string, bytes: Uint8Array): Promise<'created' | 'exists'> {
    const record = { integrity: integrityOf(bytes), size: bytes.length };
    return this.driver.create(sourceMapsKey(name, version, record), bytes);
  }

  async readDocument<Schema extends v.GenericSchema>(
    key: string,
    schema: Schema,
    remedy: string,
  ): Promise<v.InferOutput<Schema> | undefined> {
    if ((await this.driver.get(key)) === undefined) return undefined;
    return this.#read(key, 'It has been removed.', remedy, (what, document) => parseInput(what, schema, document));
  }

  createDocument(key: string, document: object): Promise<'created' | 'exists'> {
    return this.driver.create(key, toBytes(document));
  }

  async partNames(): Promise<readonly string[]> {
    const keys = await this.driver.list(ARTIFACTS);
    const names = keys.map((key) => key.split('/')[1]).filter((name) => v.is(partName, name));
    return [...new Set(names)].sort();
  }

  async wasPublished(name: string, version: string): Promise<boolean> {
    for (const key of [manifestKey(name, version), markKey('pruned', name, version)]) {
      if ((await this.driver.get(key)) !== undefined) return true;
    }
    return false;
  }

  readYank(name: string, version: string): Promise<Yank | undefined> {
    const remedy = 'Until it is restored from a backup, the version counts as yanked.';
    return this.readDocument(markKey('yanked', name, version), YankSchema, remedy);
  }

  async markedVersions(mark: Mark, name: string): Promise<readonly string[]> {
    const keys = await this.driver.list(marksPrefix(mark, name));
    return keys
      .map(kindOf)
      .flatMap((kind) => (kind.is === mark ? [kind.version] : []))
      .sort(byVersion);
  }

  createYank(name: string, version: string, yank: Yank): Promise<'created' | 'exists'> {
    return this.driver.create(markKey('yanked', name, version), toBytes(yank));
  }

  readPruned(name: string, version: string): Promise<Pruned | undefined> {
    const remedy = `Restore it from a backup, or publish ${name} under another version.`;
    return this.readDocument(markKey('pruned', name, version), PrunedSchema, remedy);
  }

  createPruned(name: string, version: string, pruned: Pruned): Promise<'created' | 'exists'> {
    return this.driver.create(markKey('pruned', name, version), toBytes(pruned));
  }

  readKnownGood(name: string, version: string): Promise<KnownGood | undefined> {
    const remedy = 'Restore it from a backup, or remove it: the version then counts as not known good.';
    return this.readDocument(markKey('known-good', name, version), KnownGoodSchema, remedy);
  }

  createKnownGood(name: string, version: string, knownGood: KnownGood): Promise<'created' | 'exists'> {
    return this.driver.create(markKey('known-good', name, version), toBytes(knownGood));
  }

  /** Records a version as known good anew. In a crash in between the record is lost, and made at the next look. */
  async renewKnownGood(name: string, version: string, knownGood: KnownGood): Promise<'created' | 'exists'> {
    await this.driver.remove(markKey('known-good', name, version));
    return this.createKnownGood(name, version, knownGood);
  }

  async releaseNumbers(): Promise<readonly number[]> {
    const keys = await this.driver.list(RELEASES);
    return keys
      .map(numberOfKey)
      .filter((number) => number !== undefined)
      .sort((a, b) => a - b);
  }

  async readRelease(number: number): Promise<Release> {
    try {
      return await this.#readNumbered(number, (what, document) => {
        const release = parseRelease(what, document);
        checkParts(release);
        return release;
      });
    } catch (error) {
      throw unlessNewer(error, await this.driver.get(releaseKey(number)), number);
    }
  }

  readOutline(number: number): Promise<Outline> {
    return this.#readNumbered(number, (what, document) => parseInput(what, OutlineSchema, document));
  }

  async latestRelease(): Promise<Release | undefined> {
    for (const number of (await this.releaseNumbers()).toReversed()) {
      try {
        return await this.readRelease(number);
      } catch (error) {
        // Only damaged releases are skipped: an old checkout must not replace a release that it does not understand.
        if (!(error instanceof StoreError) || error.kind !== 'damaged') throw error;
      }
    }
    return undefined;
  }

  async createRelease(planned: PlannedRelease): Promise<Release> {
    // Numbers first: `create` or the read of the live release notices what is created after them.
    const numbers = await this.releaseNumbers();
    const newest = numbers.at(-1) ?? 0;
    const base = (await this.latestRelease())?.number ?? 0;
    const before = newest === 0 ? undefined : await this.driver.get(releaseKey(newest));
    if (planned.number !== base + 1 || (newest > 0 && !before)) throw await conflictSince(this, planned.number - 1);
    checkNoGap(this.driver.place, numbers, base);
    const release = parseRelease('the new release', {
      ...planned,
      number: newest + 1,
      previous: before === undefined ? null : sha256Hex(before),
    });
    checkParts(release);
    const created = await this.driver.create(releaseKey(release.number), toBytes(release)).catch((error: unknown) => {
      throw error instanceof UnsettledError ? new UnsettledReleaseError(release, error) : error;
    });
    if (created === 'exists') throw await conflictSince(this, planned.number - 1);
    return release;
  }

  #named(key: string): string {
    return `${this.driver.place}/${key}`;
  }

  #readNumbered<Document extends { readonly number: number }>(
    number: number,
    parse: (what: string, document: unknown) => Document,
  ): Promise<Document> {
    const remedy =
      'Restore it from a backup. If there is none, release again: the new release skips it and takes the next number. Then leave it as it is.';
    return this.#read(releaseKey(number), `There is no release ${String(number)}.`, remedy, (what, document) => {
      const release = parse(what, document);
      if (release.number === number) return release;
      throw new Error(`${what}: it contains release ${String(release.number)}`);
    });
  }

  async #read<Document>(
    key: string,
    missing: string,
    remedy: string,
    parse: (what: string, document: unknown) => Document,
  ): Promise<Document> {
    const bytes = await this.driver.get(key);
    if (bytes === undefined)
      throw new StoreError('missing', key, `${missing} (${this.#named(key)} does not exist.)`, '');
    try {
      return parse(key, fromBytes(bytes));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StoreError('damaged', key, `${this.#named(key)} is damaged (${reason}).`, remedy, error);
    }
  }
}

/** A store on any driver. */
export function openStore(driver: StoreDriver): Store {
  return new DriverStore(driver);
}

/** The store in a folder. The first write creates the folder. */
export function openFolderStore(path: string): Store {
  return openStore(folderDriver(path));
}
