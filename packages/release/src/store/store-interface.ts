import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '@portal/contract/release';
import type { Outline, Pruned, ReleaseDraft, Yank } from './documents.ts';
import type { StoreDriver } from './driver.ts';
import type { FileRecord } from './integrity.ts';
import type { Mark } from './keys.ts';

/**
 * Artifacts and releases. Everything read is validated; an invalid name is an `InvalidInputError`. Objects are
 * created once and never changed.
 */
export interface Store {
  /** Where the store is, for messages. */
  readonly place: string;
  /** The objects themselves, for verifying and pruning. */
  readonly driver: StoreDriver;
  /** Published versions of a part, the oldest first. */
  versions(name: string): Promise<readonly string[]>;
  /** @throws {StoreError} when it is missing or damaged. */
  readManifest(name: string, version: string): Promise<ArtifactManifest>;
  /** Publishes a version; the files that it lists must lie in the store by then. */
  createManifest(manifest: ArtifactManifest): Promise<'created' | 'exists'>;
  /** The bytes of a file that a manifest lists. @throws {StoreError} when it is missing, or not what `expected` says. */
  readFile(name: string, file: string, expected: FileRecord): Promise<Uint8Array>;
  createFile(name: string, file: string, bytes: Uint8Array): Promise<'created' | 'exists'>;
  /** Names of all parts of which something was published, sorted. */
  partNames(): Promise<readonly string[]>;
  /** Whether a version is, or was before it was pruned, published. */
  wasPublished(name: string, version: string): Promise<boolean>;
  /** What is written down of a yanked version; undefined where it is not yanked. @throws {StoreError} when it is damaged. */
  readYank(name: string, version: string): Promise<Yank | undefined>;
  /** Versions of a part that are yanked, or that were pruned at some time. */
  markedVersions(mark: Mark, name: string): Promise<readonly string[]>;
  createYank(name: string, version: string, yank: Yank): Promise<'created' | 'exists'>;
  /** What is kept of a version that was pruned; undefined where it never was. @throws {StoreError} when it is damaged. */
  readPruned(name: string, version: string): Promise<Pruned | undefined>;
  createPruned(name: string, version: string, pruned: Pruned): Promise<'created' | 'exists'>;
  /** Numbers of all releases, ascending; foreign files are skipped. */
  releaseNumbers(): Promise<readonly number[]>;
  /** @throws {StoreError} when it is missing or damaged, or a newer checkout wrote it. */
  readRelease(number: number): Promise<Release>;
  /** A release without its manifests. @throws {StoreError} when it is missing or damaged. */
  readOutline(number: number): Promise<Outline>;
  /** The live release: the newest that can be read; undefined when there is none. @throws {StoreError} when a newer checkout wrote a newer one. */
  latestRelease(): Promise<Release | undefined>;
  /**
   * Makes a release live under the next number, which is higher than the draft's where damaged releases lie between: tabs and web servers
   * may know their numbers, so these are never used again. @throws {ReleaseConflictError} when another one was created meanwhile;
   * {UnsettledReleaseError} when it is live, but may not last.
   */
  createRelease(draft: ReleaseDraft): Promise<Release>;
}
