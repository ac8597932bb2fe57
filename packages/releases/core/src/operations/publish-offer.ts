import { withoutStop } from '../format/format-values.ts';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Provenance } from '@portal/contract/provenance';
import { checkAgainstLive, checkPublication } from '../policy/policy.ts';
import { refusal, refuseIfAny } from '../policy/refusal.ts';
import { checkStyles } from '../policy/styles.ts';
import { fileKey, filesPrefix, sourceMapsKey } from '../format/keys.ts';
import type { Store } from '../store/store.ts';
import { checkFieldNames, checkVersionForm } from './dist-folder.ts';
import type { Publication } from './publish-version.ts';
import { checkNotTaken, checkSame, readPublished } from './publish-version.ts';

/** A build whose files come one by one. */
interface OfferedBuild {
  readonly manifest: ArtifactManifest;
  readonly provenance: Provenance;
  readonly ahead?: boolean | undefined;
}

/** What the store lacks of a build. */
interface MissingFiles {
  readonly files: string[];
  /** The last segment of their key; null if the store has them, or there are none. */
  readonly sourceMaps: string | null;
}

function refuseManifest(check: () => void): void {
  try {
    check();
  } catch (error) {
    const reason = getErrorMessage(error).slice(0, 500);
    const sides = ['the manifest', 'the store'];
    const problem = `The manifest cannot be used: ${withoutStop(reason)}.`;
    refuseIfAny([refusal('manifest', sides, problem)], error);
  }
}

/** Refuses fields that the schemas leave out unread. `document` as it came. @throws {RefusedError} */
export function checkOfferedFields(document: unknown): void {
  refuseManifest(() => checkFieldNames(document));
}

/** The name of a version's archive of source maps, as `MissingFiles` has it; undefined if it has none. */
export function sourceMapsFile({ name, version, sourceMaps }: ArtifactManifest): string | undefined {
  return sourceMaps && sourceMapsKey(name, version, sourceMaps).split('/').at(-1);
}

async function findMissing(store: Store, manifest: ArtifactManifest): Promise<MissingFiles | undefined> {
  const { name, version, files, sourceMaps } = manifest;
  const keys = new Set(await store.driver.list(filesPrefix(name)));
  const missing = Object.keys(files).filter((file) => !keys.has(fileKey(name, file)));
  const hasMaps = !sourceMaps || keys.has(sourceMapsKey(name, version, sourceMaps));
  if (missing.length === 0 && hasMaps) return undefined;
  return { files: missing, sourceMaps: hasMaps ? null : (sourceMapsFile(manifest) ?? null) };
}

/** Compares every stored byte with the manifest. */
async function checkStored(store: Store, { name, version, files, sourceMaps }: ArtifactManifest): Promise<void> {
  for (const [file, record] of Object.entries(files)) await checkNotTaken(store, name, file, record);
  if (sourceMaps) await store.readSourceMaps(name, version, sourceMaps);
}

async function readStyles(store: Store, { name, files }: ArtifactManifest): Promise<ReadonlyMap<string, Uint8Array>> {
  const styles = Object.entries(files).filter(([file]) => file.endsWith('.css'));
  return new Map(
    await Promise.all(styles.map(async ([file, record]) => [file, await store.readFile(name, file, record)] as const)),
  );
}

/**
 * Publishes an offered build once the store has all of its files, by the same rules as `publishBuild`; until then, says
 * what is missing. The manifest is written last, so a version that can be found is complete.
 * @throws {RefusedError} when the version may not be published, or is taken by other bytes.
 */
export async function publishOffer(store: Store, offer: OfferedBuild): Promise<Publication | MissingFiles> {
  const { manifest, provenance, ahead = false } = offer;
  const { name, version } = manifest;
  refuseManifest(() => checkVersionForm(version));
  if (!ahead) refuseIfAny(checkAgainstLive(await store.latestRelease(), manifest, provenance));
  refuseIfAny(await checkPublication(store, manifest));
  const before = await readPublished(store, manifest);
  const pruned = await store.readPruned(name, version);
  for (const known of [before, pruned]) if (known) checkSame(known.manifest, manifest);
  const missing = await findMissing(store, manifest);
  // No file comes in a dry run: whoever offers the build has checked them.
  if (missing && !store.isDryRun) return missing;
  if (!missing) {
    refuseIfAny(checkStyles(manifest, await readStyles(store, manifest)));
    await checkStored(store, manifest);
  }
  if (before) return { result: 'unchanged', published: before };
  const created = await store.createVersion(manifest, provenance);
  // A prune may have removed a file that this version shares with a pruned one: it is asked for again.
  const lost = await findMissing(store, manifest);
  if (lost && !store.isDryRun) return lost;
  const published = await store.readVersion(name, version);
  if (created === 'created') return { result: 'published', published };
  checkSame(published.manifest, manifest);
  return { result: 'unchanged', published };
}
