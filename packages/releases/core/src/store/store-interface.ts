import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Provenance } from '@portal/contract/provenance';
import type { Release } from '../format/release.ts';
import type * as v from 'valibot';
import type { Actor } from '../release-log/actor.ts';
import type { LoggedDocuments } from '../release-log/logged-documents.ts';
import type { LogView } from '../release-log/log-view.ts';
import type { ReleaseSummary, PlannedRelease, Pruned, PublishedVersion, Yank } from '../format/documents.ts';
import type { Content, StoreDriver } from '../format/driver.ts';
import type { FileRecord } from '../format/integrity.ts';
import type { Mark } from '../format/keys.ts';

/**
 * Artifacts and releases. Everything read is validated; an invalid name is an `InvalidInputError`. Objects are
 * created once and never changed.
 */
export interface Store {
  /** Where the store is, for messages. */
  readonly place: string;
  /** The objects themselves, for verifying and pruning. */
  readonly driver: StoreDriver;
  /** The documents and their log, for what changes the log itself. */
  readonly documents: LoggedDocuments;
  /** The log as it is now. @throws {LogError} when it may not be used, as every other method then does. */
  log(): Promise<LogView>;
  /** The same store, changed by somebody. */
  as(actor: Actor): Store;
  /** The same store for a dry run: it takes and refuses all changes as this one would, and keeps them in memory. */
  dryRun(): Store;
  readonly isDryRun: boolean;
  /** Published versions of a part, the oldest first. */
  versions(name: string): Promise<readonly string[]>;
  /** @throws {StoreError} when it is missing or damaged. */
  readVersion(name: string, version: string): Promise<PublishedVersion>;
  /** The manifest of a version. @throws {StoreError} when it is missing or damaged. */
  readManifest(name: string, version: string): Promise<ArtifactManifest>;
  /** Publishes a version. The store must already contain the files that its manifest lists. */
  createVersion(manifest: ArtifactManifest, provenance: Provenance): Promise<'created' | 'exists'>;
  /**
   * The bytes of a file that a manifest lists. @throws {StoreError} when it is missing or does not match `expected`.
   */
  readFile(name: string, file: string, expected: FileRecord): Promise<Uint8Array>;
  /** Whether there is a file of this name, listed or not. */
  hasFile(name: string, file: string): Promise<boolean>;
  createFile(name: string, file: string, content: Content): Promise<'created' | 'exists'>;
  /** The archive of a version's source maps. @throws {StoreError} when it is missing or does not match `expected`. */
  readSourceMaps(name: string, version: string, expected: FileRecord): Promise<Uint8Array>;
  createSourceMaps(name: string, version: string, content: Content): Promise<'created' | 'exists'>;
  /**
   * A document of another kind, such as the access rules; undefined when the log has none. @throws {StoreError} when it
   * was removed, or is damaged; `remedy` says what to do.
   */
  readDocument<Schema extends v.GenericSchema>(
    key: string,
    schema: Schema,
    remedy: string,
  ): Promise<v.InferOutput<Schema> | undefined>;
  createDocument(key: string, document: object): Promise<'created' | 'exists'>;
  /** Keys of all documents below `prefix` that the log has, also of those that were removed. */
  documentKeys(prefix: string): Promise<readonly string[]>;
  /** Names of all parts with a published version, sorted. */
  partNames(): Promise<readonly string[]>;
  /** Whether a version is published, or was until it was pruned. */
  wasPublished(name: string, version: string): Promise<boolean>;
  /** The record of a yanked version; undefined if it is not yanked. @throws {StoreError} when the record is damaged. */
  readYank(name: string, version: string): Promise<Yank | undefined>;
  /** Versions of a part that are yanked or pruned. */
  markedVersions(mark: Mark, name: string): Promise<readonly string[]>;
  createYank(name: string, version: string, yank: Yank): Promise<'created' | 'exists'>;
  /**
   * The record of a pruned version; undefined if it was never pruned. @throws {StoreError} when the record is damaged.
   */
  readPruned(name: string, version: string): Promise<Pruned | undefined>;
  createPruned(name: string, version: string, pruned: Pruned): Promise<'created' | 'exists'>;
  /** Numbers of all releases that the log has and that are there, ascending. */
  releaseNumbers(): Promise<readonly number[]>;
  /** Numbers of all releases that the log has, also of those that were removed, ascending. */
  loggedReleases(): Promise<readonly number[]>;
  /** @throws {StoreError} when it is missing or damaged, or a newer checkout wrote it. */
  readRelease(number: number): Promise<Release>;
  /** A release without its manifests. @throws {StoreError} when it is missing or damaged. */
  readReleaseSummary(number: number): Promise<ReleaseSummary>;
  /**
   * The live release: the newest that can be read; undefined when there is none. @throws {StoreError} when a newer
   * checkout wrote a newer one.
   */
  latestRelease(): Promise<Release | undefined>;
  /**
   * Creates a release under the next number. That is higher than the planned number if there are damaged releases in
   * between: tabs and web servers may know their numbers, so these are never reused. @throws {ReleaseConflictError}
   * when another release was created meanwhile; {UnsettledReleaseError} when it is live, but may not be durable.
   */
  createRelease(planned: PlannedRelease): Promise<Release>;
}
