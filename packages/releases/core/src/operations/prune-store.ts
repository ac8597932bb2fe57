import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '../format/release.ts';
import { allManifests } from '../format/release.ts';
import { StoreError } from '../store/errors.ts';
import { fileKey, filesPrefix, manifestKey, sourceMapsKey } from '../format/keys.ts';
import type { KeepReason } from '../policy/retention.ts';
import { liveVersion } from '../store/release-diff.ts';
import { earlierVersions } from '../store/version-history.ts';
import { assess } from './rollback-target.ts';
import { MS_KEPT, retain, versionId } from '../policy/retention.ts';
import type { Store } from '../store/store.ts';
import { conflictSince } from '../store/append-release.ts';

export interface PruneRequest {
  readonly by: string;
  readonly now: Date;
  /** Lists what would be removed, and removes nothing. */
  readonly dryRun: boolean;
}

interface PrunedVersion {
  readonly name: string;
  readonly version: string;
  /** Files that no other version has. */
  readonly files: number;
  readonly bytes: number;
}

/** What a prune removed, or would remove. Plain data. */
export interface PruneResult {
  readonly dryRun: boolean;
  readonly removed: readonly PrunedVersion[];
  readonly kept: readonly {
    readonly name: string;
    readonly version: string;
    readonly because: readonly KeepReason[];
  }[];
}

/** The content of the store when the prune began. */
interface Inventory {
  /** Number of the newest release, readable or not; 0 when there is none. */
  readonly newest: number;
  readonly versions: Readonly<Record<string, readonly string[]>>;
}

/** A version to remove, with the files that no other version has. */
interface Removal {
  readonly manifest: ArtifactManifest;
  readonly files: readonly string[];
  /** The keys of these files, and of the version's source maps. */
  readonly keys: readonly string[];
}

async function takeInventory(store: Store): Promise<Inventory> {
  const names = await store.partNames();
  const versions = await Promise.all(names.map(async (name) => [name, await store.versions(name)] as const));
  return { newest: (await store.loggedReleases()).at(-1) ?? 0, versions: Object.fromEntries(versions) };
}

/** The manifest of a listed version; undefined if another prune has removed it meanwhile. */
async function readUnlessGone(store: Store, name: string, version: string): Promise<ArtifactManifest | undefined> {
  try {
    return await store.readManifest(name, version);
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'missing') return undefined;
    throw error;
  }
}

async function filesOfOthers(store: Store, name: string, except: string): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  for (const version of await store.versions(name)) {
    if (version === except) continue;
    const manifest = await readUnlessGone(store, name, version);
    for (const file of Object.keys(manifest?.files ?? {})) files.add(file);
  }
  return files;
}

async function planRemoval(store: Store, manifest: ArtifactManifest): Promise<Removal> {
  const { name, version, files } = manifest;
  const shared = await filesOfOthers(store, name, version);
  const own = Object.keys(files).filter((file) => !shared.has(file));
  const maps = manifest.sourceMaps ? [sourceMapsKey(name, version, manifest.sourceMaps)] : [];
  return { manifest, files: own, keys: [...own.map((file) => fileKey(name, file)), ...maps] };
}

/** The latest good version of each part, however long ago it was live. */
async function latestGood(
  store: Store,
  steps: readonly Release[],
  names: readonly string[],
): Promise<Readonly<Record<string, string | undefined>>> {
  const found: Record<string, string | undefined> = {};
  for (const name of names) {
    const yanked = new Set(await store.markedVersions('yanked', name));
    for (const version of [liveVersion(steps.at(-1), name), ...earlierVersions(steps, name).keys()]) {
      if (version === undefined || yanked.has(version)) continue;
      if ((await assess(store, steps, name, version)).standing === 'good') found[name] ??= version;
    }
  }
  return found;
}

/** Versions whose prune was interrupted: the manifest is gone, but files are left. */
async function halfPruned(store: Store, { versions }: Inventory): Promise<readonly ArtifactManifest[]> {
  const found: ArtifactManifest[] = [];
  for (const name of await store.partNames()) {
    const keys = new Set(await store.driver.list(filesPrefix(name)));
    for (const version of await store.markedVersions('pruned', name)) {
      const pruned = versions[name]?.includes(version) ? undefined : await store.readPruned(name, version);
      if (!pruned) continue;
      const removal = await planRemoval(store, pruned.manifest);
      if (removal.keys.some((key) => keys.has(key))) found.push(pruned.manifest);
    }
  }
  return found;
}

/**
 * Restores what somebody published or released meanwhile. A publication also checks again after it has written its
 * manifest, so the later of the two sees the other.
 */
async function restoreNeeded(
  store: Store,
  { name, version }: ArtifactManifest,
  removed: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const needed = await filesOfOthers(store, name, version);
  const live = await store.latestRelease();
  const named = live ? allManifests(live) : [];
  const released = named.some((manifest) => manifest.name === name && manifest.version === version);
  for (const [key, bytes] of removed)
    if (released || needed.has(key.split('/').at(-1) ?? '')) await store.driver.create(key, bytes);
}

async function removeVersion(store: Store, { manifest, keys }: Removal, request: PruneRequest): Promise<void> {
  const { name, version } = manifest;
  await store.createPruned(name, version, { schema: 1, at: request.now.toISOString(), by: request.by, manifest });
  // The manifest goes first, so that every version that can be found is complete.
  const removed = new Map<string, Uint8Array>();
  for (const key of [manifestKey(name, version), ...keys]) {
    const bytes = await store.driver.get(key);
    if (bytes === undefined) continue;
    removed.set(key, bytes);
    await store.driver.remove(key);
  }
  await restoreNeeded(store, manifest, removed);
}

/**
 * All releases. Skips a damaged one if the next one is older than any open tab; until then the versions that its tabs
 * need are unknown.
 * @throws {StoreError} naming the damaged one.
 */
async function readReleases(store: Store, now: Date): Promise<readonly Release[]> {
  const releases: Release[] = [];
  let unread: StoreError | undefined;
  let latest = Number.NEGATIVE_INFINITY;
  for (const number of await store.loggedReleases()) {
    try {
      const release = await store.readRelease(number);
      latest = Math.max(latest, Date.parse(release.createdAt));
      if (unread && latest >= now.getTime() - MS_KEPT) break;
      unread = undefined;
      releases.push(release);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      unread ??= error;
    }
  }
  if (!unread) return releases;
  const wait = 'Nothing is pruned until 30 days after the next release: open tabs may need its versions.';
  throw new StoreError(unread.kind, unread.key, unread.problem, `${unread.remedy} ${wait}`.trim(), { cause: unread });
}

/**
 * Removes the versions that the retention rule does not keep. Their manifests stay under `pruned/`, so that a version
 * number never means other bytes. Releases are never removed.
 * @throws {StoreError} when a release or a manifest is damaged, so that the needed versions are unknown;
 * {ReleaseConflictError} when somebody released meanwhile: the versions removed before that were not needed, and the
 * rest stays.
 */
export async function pruneStore(store: Store, request: PruneRequest): Promise<PruneResult> {
  const inventory = await takeInventory(store);
  const { newest, versions } = inventory;
  const steps = await readReleases(store, request.now);
  const retention = retain(steps, versions, request.now, await latestGood(store, steps, Object.keys(versions)));
  const all = Object.entries(versions).flatMap(([name, published]) => published.map((version) => ({ name, version })));
  const halfRemoved = await halfPruned(store, inventory);
  const toRemove = halfRemoved.filter(({ name, version }) => !retention.has(versionId(name, version)));
  for (const { name, version } of all) {
    if (retention.has(versionId(name, version))) continue;
    const manifest = await readUnlessGone(store, name, version);
    if (manifest) toRemove.push(manifest);
  }
  const removed: PrunedVersion[] = [];
  for (const manifest of toRemove) {
    if (((await store.loggedReleases()).at(-1) ?? 0) !== newest) throw await conflictSince(store, newest);
    const removal = await planRemoval(store, manifest);
    const maps = manifest.sourceMaps?.size ?? 0;
    const bytes = removal.files.reduce((sum, file) => sum + (manifest.files[file]?.size ?? 0), maps);
    removed.push({ name: manifest.name, version: manifest.version, files: removal.files.length, bytes });
    if (!request.dryRun) await removeVersion(store, removal, request);
  }
  const kept = all
    .map(({ name, version }) => ({ name, version, because: [...(retention.get(versionId(name, version)) ?? [])] }))
    .filter(({ because }) => because.length > 0);
  return { dryRun: request.dryRun, removed, kept };
}
