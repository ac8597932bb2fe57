import type { ArtifactManifest } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import type { Provenance } from '@portal/contract/provenance';
import type { Release } from '../format/release.ts';
import { parseRelease } from '../format/release.ts';
import { parseInput } from '@portal/contract/parse';
import { compare } from 'semver';
import * as v from 'valibot';
import type { Actor } from '../release-log/actor.ts';
import type { KeyOptions } from '../release-log/key-files.ts';
import { accessWithKeys } from '../release-log/key-files.ts';
import type { LogView } from '../release-log/log-view.ts';
import type { StoreAccess } from '../release-log/logged-documents.ts';
import { LoggedDocuments } from '../release-log/logged-documents.ts';
import { appendRelease, conflictSince } from './append-release.ts';
import { DocumentReader } from './document-reader.ts';
import type { ReleaseSummary, PlannedRelease, Pruned, PublishedVersion, Yank } from '../format/documents.ts';
import {
  checkParts,
  ReleaseSummarySchema,
  parseVersion,
  PrunedSchema,
  toBytes,
  versionDocument,
  YankSchema,
} from '../format/documents.ts';
import type { Store } from './store-interface.ts';
import { dryRunDriver } from './dry-run-driver.ts';
import type { Content, StoreDriver } from '../format/driver.ts';
import { StoreError } from './errors.ts';
import { folderDriver } from './folder-driver.ts';
import { orNewerFormat, ifSkipped } from './unreadable-release.ts';
import { readLive } from './version-history.ts';
import type { FileRecord } from '../format/integrity.ts';
import { toHex, mismatch, toRecord } from '../format/integrity.ts';
import type { Mark } from '../format/keys.ts';
import {
  ARTIFACTS,
  fileKey,
  classifyKey,
  manifestKey,
  markKey,
  marksPrefix,
  numberOfKey,
  releaseKey,
  RELEASES,
  sourceMapsKey,
  versionOfKey,
  versionsPrefix,
} from '../format/keys.ts';

export { StoreError } from './errors.ts';
export type { PlannedRelease, Pruned, PublishedVersion, Yank } from '../format/documents.ts';
export type { Store } from './store-interface.ts';
export type { FileRecord } from '../format/integrity.ts';
export { toRecord } from '../format/integrity.ts';
export { DriverError } from '../format/driver.ts';
export type { LocalFile, StoreDriver } from '../format/driver.ts';
export type { StoreAccess } from '../release-log/logged-documents.ts';

// Loose comparison, because local builds in a store may have suffixes with leading zeros.
const byVersion = (a: string, b: string) => compare(a, b, true);

class DriverStore implements Store {
  readonly documents: LoggedDocuments;
  readonly driver: StoreDriver;
  readonly isDryRun: boolean;
  readonly #reader: DocumentReader;

  constructor(documents: LoggedDocuments, isDryRun = false) {
    this.documents = documents;
    this.isDryRun = isDryRun;
    this.driver = documents.driver;
    this.#reader = new DocumentReader(documents);
  }

  get place(): string {
    return this.driver.place;
  }

  as(actor: Actor): Store {
    return new DriverStore(this.documents.as(actor), this.isDryRun);
  }

  dryRun(): Store {
    return new DriverStore(this.documents.dryRun(dryRunDriver(this.driver)), true);
  }

  log(): Promise<LogView> {
    return this.documents.log();
  }

  async versions(name: string): Promise<readonly string[]> {
    const keys = await this.driver.list(versionsPrefix(name));
    const { documents } = await this.documents.log();
    return keys
      .filter((key) => documents.has(key))
      .map(versionOfKey)
      .filter((version) => version !== undefined)
      .sort(byVersion);
  }

  readVersion(name: string, version: string): Promise<PublishedVersion> {
    const remedy = `Restore it, or remove what is left of it and publish ${name} ${version} again.`;
    return this.#reader.read({
      key: manifestKey(name, version),
      missing: `${name} ${version} is not published.`,
      remedy,
      parse(what, document) {
        const published = parseVersion(what, document);
        const { manifest } = published;
        if (manifest.name === name && manifest.version === version) return published;
        throw new Error(`${what}: it is the manifest of ${manifest.name} ${manifest.version}`);
      },
    });
  }

  async readManifest(name: string, version: string): Promise<ArtifactManifest> {
    return (await this.readVersion(name, version)).manifest;
  }

  createVersion(manifest: ArtifactManifest, provenance: Provenance): Promise<'created' | 'exists'> {
    const { name, version } = manifest;
    return this.createDocument(manifestKey(name, version), versionDocument(manifest, provenance));
  }

  readFile(name: string, file: string, expected: FileRecord): Promise<Uint8Array> {
    return this.#readListed(name, fileKey(name, file), expected);
  }

  readSourceMaps(name: string, version: string, expected: FileRecord): Promise<Uint8Array> {
    return this.#readListed(name, sourceMapsKey(name, version, expected), expected);
  }

  async #readListed(name: string, key: string, expected: FileRecord): Promise<Uint8Array> {
    const bytes = await this.driver.get(key, toHex(expected));
    const remedy = `publish ${name} again from the sources it was built from`;
    if (bytes === undefined)
      throw new StoreError('missing', key, `${this.#named(key)} is missing.`, `Restore it, or ${remedy}.`);
    const wrong = mismatch(bytes, expected);
    if (wrong === undefined) return bytes;
    throw new StoreError('damaged', key, `${this.#named(key)} is damaged: ${wrong}.`, `Remove it and ${remedy}.`);
  }

  async hasFile(name: string, file: string): Promise<boolean> {
    return this.driver.has(fileKey(name, file));
  }

  createFile(name: string, file: string, content: Content): Promise<'created' | 'exists'> {
    return this.driver.create(fileKey(name, file), content);
  }

  createSourceMaps(name: string, version: string, content: Content): Promise<'created' | 'exists'> {
    return this.driver.create(sourceMapsKey(name, version, toRecord(content)), content);
  }

  async readDocument<Schema extends v.GenericSchema>(
    key: string,
    schema: Schema,
    remedy: string,
  ): Promise<v.InferOutput<Schema> | undefined> {
    return this.#reader.readIfThere(key, schema, remedy);
  }

  createDocument(key: string, document: object): Promise<'created' | 'exists'> {
    return this.documents.create(key, toBytes(document));
  }

  async documentKeys(prefix: string): Promise<readonly string[]> {
    const { documents } = await this.documents.log();
    return [...documents.keys()].filter((key) => key.startsWith(prefix));
  }

  async partNames(): Promise<readonly string[]> {
    const keys = await this.driver.list(ARTIFACTS);
    const names = keys.map((key) => key.split('/')[1]).filter((name) => v.is(partName, name));
    return [...new Set(names)].sort();
  }

  async wasPublished(name: string, version: string): Promise<boolean> {
    const { documents } = await this.documents.log();
    return [manifestKey(name, version), markKey('pruned', name, version)].some((key) => documents.has(key));
  }

  readYank(name: string, version: string): Promise<Yank | undefined> {
    const remedy = 'Until it is restored from a backup, the version counts as yanked.';
    return this.readDocument(markKey('yanked', name, version), YankSchema, remedy);
  }

  async markedVersions(mark: Mark, name: string): Promise<readonly string[]> {
    const keys = await this.documentKeys(marksPrefix(mark, name));
    return keys
      .map(classifyKey)
      .flatMap((kind) => (kind.is === mark ? [kind.version] : []))
      .sort(byVersion);
  }

  createYank(name: string, version: string, yank: Yank): Promise<'created' | 'exists'> {
    return this.createDocument(markKey('yanked', name, version), yank);
  }

  readPruned(name: string, version: string): Promise<Pruned | undefined> {
    const remedy = `Restore it, or publish ${name} under another version.`;
    return this.readDocument(markKey('pruned', name, version), PrunedSchema, remedy);
  }

  createPruned(name: string, version: string, pruned: Pruned): Promise<'created' | 'exists'> {
    return this.createDocument(markKey('pruned', name, version), pruned);
  }

  async releaseNumbers(): Promise<readonly number[]> {
    const keys = new Set(await this.driver.list(RELEASES));
    return (await this.loggedReleases()).filter((number) => keys.has(releaseKey(number)));
  }

  async loggedReleases(): Promise<readonly number[]> {
    const numbers = (await this.documentKeys(RELEASES)).flatMap((key) => numberOfKey(key) ?? []);
    return numbers.sort((a, b) => a - b);
  }

  readRelease(number: number): Promise<Release> {
    const parse = (what: string, document: unknown) => {
      const release = parseRelease(what, document);
      checkParts(release);
      return release;
    };
    return this.#readNumbered(number, parse, (error, bytes) => orNewerFormat(error, bytes, number));
  }

  readReleaseSummary(number: number): Promise<ReleaseSummary> {
    return this.#readNumbered(number, (what, document) => parseInput(what, ReleaseSummarySchema, document));
  }

  async latestRelease(): Promise<Release | undefined> {
    return (await readLive(this)).live;
  }

  async createRelease(planned: PlannedRelease): Promise<Release> {
    // The log first: the read of the live release, or the entry, notices what is created after it.
    const newest = (await this.documents.log()).newestRelease;
    const base = (await this.latestRelease())?.number ?? 0;
    const release = planned.number === base + 1 ? await appendRelease(this.documents, planned, newest) : undefined;
    if (!release) throw await conflictSince(this, planned.number - 1);
    return release;
  }

  #named(key: string): string {
    return `${this.driver.place}/${key}`;
  }

  async #readNumbered<Document extends { readonly number: number }>(
    number: number,
    parse: (what: string, document: unknown) => Document,
    explain?: (damaged: StoreError, bytes: Uint8Array) => StoreError,
  ): Promise<Document> {
    try {
      return await this.#readUnskipped(number, parse, explain);
    } catch (error) {
      throw error instanceof StoreError ? await ifSkipped(this, number, error) : error;
    }
  }

  #readUnskipped<Document extends { readonly number: number }>(
    number: number,
    parse: (what: string, document: unknown) => Document,
    explain?: (damaged: StoreError, bytes: Uint8Array) => StoreError,
  ): Promise<Document> {
    return this.#reader.read({
      key: releaseKey(number),
      missing: `There is no release ${String(number)}.`,
      remedy: 'Restore it from a backup, or release again: the next release skips it.',
      parse(what, document) {
        const release = parse(what, document);
        if (release.number === number) return release;
        throw new Error(`${what}: it contains release ${String(release.number)}`);
      },
      ...(explain && { explain }),
    });
  }
}

/** A store on any driver. */
export function openStore(driver: StoreDriver, access: StoreAccess): Store {
  return new DriverStore(new LoggedDocuments(driver, access));
}

/**
 * The store in a folder, changed with a break-glass key. The first write creates the folder, and the key if there is
 * none.
 */
export function openFolderStore(path: string, options?: KeyOptions): Store {
  return openStore(folderDriver(path), accessWithKeys(options));
}
