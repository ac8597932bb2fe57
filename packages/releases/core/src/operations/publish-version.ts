import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Build } from './dist-folder.ts';
import { readBuild } from './dist-folder.ts';
import { refusal, refuseIfAny } from '../policy/refusal.ts';
import type { Content } from '../format/driver.ts';
import { StoreError } from '../store/errors.ts';
import { checkAgainstLive, checkPublication } from '../policy/policy.ts';
import { checkStyles } from '../policy/styles.ts';
import type { FileRecord } from '../format/integrity.ts';
import { buildDifferences, toRecord } from '../format/integrity.ts';
import type { PublishedVersion, Store } from '../store/store.ts';

/** How many differing fields a refusal names. */
const NAMED_DIFFERENCES = 5;

export interface Publication {
  /** `unchanged`: this version was published before with the same bytes. */
  readonly result: 'published' | 'unchanged';
  /** As the store has it: the provenance of a version is that of its first publication. */
  readonly published: PublishedVersion;
}

/** The version as the store has it; undefined if it is not published. */
export async function readPublished(
  store: Store,
  { name, version }: ArtifactManifest,
): Promise<PublishedVersion | undefined> {
  try {
    return await store.readVersion(name, version);
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'missing') return undefined;
    throw error;
  }
}

/** Refuses a build that differs from the published one. @throws {RefusedError} */
export function checkSame(published: ArtifactManifest, offered: ArtifactManifest): void {
  const paths = buildDifferences(published, offered);
  if (paths.length === 0) return;
  const named = paths.slice(0, NAMED_DIFFERENCES).join(', ');
  const more = paths.length > NAMED_DIFFERENCES ? ` and ${String(paths.length - NAMED_DIFFERENCES)} more` : '';
  const version = `${offered.name} ${offered.version}`;
  refuseIfAny([
    refusal(
      'version-taken',
      [`the build of ${version}`, `the published ${version}`],
      `${version} was published before, and is not the same: ${named}${more}.`,
      `Raise "version" in ${offered.name}/package.json, build and publish again.`,
    ),
  ]);
}

/** A file that exists under the name of another one must be the same. @throws {RefusedError} */
export async function checkNotTaken(store: Store, name: string, file: string, expected: FileRecord): Promise<void> {
  try {
    await store.readFile(name, file, expected);
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind !== 'damaged') throw error;
    refuseIfAny(
      [
        refusal(
          'name-taken',
          [`${file} of the build`, error.key],
          `The store has a file ${error.key} with other bytes than the build's.`,
        ),
      ],
      error,
    );
  }
}

let comparing: Promise<unknown> = Promise.resolve();

/** Compares one file at a time, because each is in memory as a whole. */
function checkNotTakenInTurn(...file: Parameters<typeof checkNotTaken>): Promise<void> {
  const compared = comparing.then(() => checkNotTaken(...file));
  comparing = compared.catch(() => undefined);
  return compared;
}

/** Stores a file under the name of its content. */
export async function storeFile(
  store: Store,
  name: string,
  file: string,
  content: Content,
): Promise<'created' | 'exists'> {
  const stored = await store.createFile(name, file, content);
  if (stored === 'exists') await checkNotTakenInTurn(store, name, file, toRecord(content));
  return stored;
}

/** Stores the files of a build and its source maps. */
async function storeAll(store: Store, { manifest: { name, version }, files, sourceMaps }: Build): Promise<void> {
  for (const [file, bytes] of files) await storeFile(store, name, file, bytes);
  if (sourceMaps) await store.createSourceMaps(name, version, sourceMaps);
}

/**
 * Publishes a build: files first, the manifest last, so a version that can be found is complete.
 * Publishing the same bytes again puts back files that the store has lost.
 * @throws {RefusedError} when the version may not be published, or is taken by other bytes.
 */
export async function publishBuild(store: Store, build: Build): Promise<Publication> {
  const { manifest, provenance } = build;
  refuseIfAny(await checkPublication(store, manifest));
  refuseIfAny(checkStyles(manifest, build.files));
  const before = await readPublished(store, manifest);
  const pruned = await store.readPruned(manifest.name, manifest.version);
  for (const known of [before, pruned]) if (known) checkSame(known.manifest, manifest);
  await storeAll(store, build);
  if (before) return { result: 'unchanged', published: before };
  const created = await store.createVersion(manifest, provenance);
  // A prune may have removed a file that this version shares with a pruned one. Now that the manifest exists, it keeps
  // such files.
  await storeAll(store, build);
  const published = await store.readVersion(manifest.name, manifest.version);
  if (created === 'created') return { result: 'published', published };
  checkSame(published.manifest, manifest);
  return { result: 'unchanged', published };
}

/** A build to publish: its folder (manifest.json and every file that it lists), or the build itself. */
export type PublishRequest = ({ readonly folder: string } | { readonly build: Build }) & {
  /** Accepts a version that does not fit the live release, because it will be promoted together with another part. */
  readonly ahead?: boolean | undefined;
};

export async function fetchBuild(request: PublishRequest): Promise<Build> {
  return 'build' in request ? request.build : readBuild(request.folder);
}

/**
 * Publishes a build. Checks it like a promotion on top of the live release, so that its team knows at once if it cannot
 * be promoted.
 * @throws {RefusedError} with every rule that it breaks.
 */
export async function publishVersion(store: Store, request: PublishRequest): Promise<Publication> {
  const build = await fetchBuild(request);
  if (request.ahead !== true)
    refuseIfAny(checkAgainstLive(await store.latestRelease(), build.manifest, build.provenance));
  return publishBuild(store, build);
}
