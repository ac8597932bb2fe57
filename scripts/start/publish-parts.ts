import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { parseInput } from '@portal/contract/parse';
import type { Release } from '@portal/release/format/release';
import { hasCode } from '@portal/node-kit/error-code';
import { RefusedError } from '@portal/release/refusal';
import { applyRequest } from '@portal/release/operations/apply-request';
import type { ChangeResult } from '@portal/release/operations/apply-request';
import { publishVersion } from '@portal/release/operations/publish-version';
import { readStatus } from '@portal/release/operations/read-status';
import type { PartStatus } from '@portal/release/operations/read-status';
import { openFolderStore } from '@portal/release/store';
import type { Store } from '@portal/release/store';
import * as v from 'valibot';
import { writeFileAtomic } from '@portal/node-kit/write-file-atomic';
import { listParts } from './parts.ts';
import type { Run } from './run-until-stopped.ts';
import { PROMOTED } from './state.mjs';
import { PlainError } from '@portal/node-kit/plain-error';

/** The builds cannot be published or released. */
class PublishError extends PlainError {}

interface PublishOptions {
  readonly storeFolder: string;
  /** File with the version of each part that the last start promoted. */
  readonly recordFile: string;
  /** Builds of all parts. */
  readonly folders: readonly string[];
}

const PromotedSchema = v.record(v.string(), v.string());
/**
 * The version of each part that the last start promoted. If the build now has another version, the sources have
 * changed.
 */
type Promoted = Readonly<Record<string, string>>;

async function readPromoted(file: string): Promise<Promoted> {
  try {
    const document: unknown = JSON.parse(await readFile(file, 'utf8'));
    return parseInput(file, PromotedSchema, document);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}

/** Writes the record in one step: an incomplete record would promote versions that a manager has rolled back. */
async function writePromoted(file: string, promoted: Promoted): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(promoted, null, 2)}\n`);
}

interface Promotion extends Pick<ChangeResult, 'outcome'> {
  readonly release: Release;
}

interface PartsPublished extends Promotion {
  /** One sentence for each part whose live version differs from its sources, with the remedy. */
  readonly differences: readonly string[];
}

const isYanked = async (store: Store, name: string, version: string): Promise<boolean> =>
  (await store.markedVersions('yanked', name)).includes(version);

/**
 * Publishes the builds. Skips yanked versions: they are in the store, and the store refuses to publish them again.
 * @returns the version of each part.
 */
async function publishAll(store: Store, folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const folder of folders) {
    const file = join(folder, 'manifest.json');
    const document: unknown = JSON.parse(await readFile(file, 'utf8'));
    const { name, version } = parseArtifactManifest(file, document);
    versions.set(name, version);
    if (!(await isYanked(store, name, version))) await publishVersion(store, { folder, ahead: true });
  }
  return versions;
}

/** Versions that are not yanked and differ from those that the last start promoted. */
async function changedSince(
  store: Store,
  versions: ReadonlyMap<string, string>,
  before: Promoted,
): Promise<ReadonlyMap<string, string>> {
  const changed = new Map<string, string>();
  for (const [name, version] of versions) {
    if (before[name] !== version && !(await isYanked(store, name, version))) changed.set(name, version);
  }
  return changed;
}

/** Promotes what changed since the last start, and removes remotes whose sources were deleted since then. */
async function promoteChanged(
  store: Store,
  versions: ReadonlyMap<string, string>,
  before: Promoted,
): Promise<Promotion> {
  const live = await store.latestRelease();
  const changed = live ? await changedSince(store, versions, before) : versions;
  const gone = Object.keys(live?.remotes ?? {}).filter((name) => before[name] !== undefined && !versions.has(name));
  if (live && changed.size === 0 && gone.length === 0) return { outcome: 'unchanged', release: live };
  const versionOf = Object.fromEntries<string | null>([...changed, ...gone.map((name) => [name, null] as const)]);
  const { outcome, release } = await applyRequest(store, {
    by: 'npm start',
    reason: 'Built from the working tree',
    change: { action: 'promote', versions: versionOf },
  });
  if (!release) throw new Error('a promotion has a release');
  return { outcome, release };
}

/** Why customers get another version of a part than the built one; undefined if they get the built one. */
function describeDifference({ name, live, canary, versions }: PartStatus, built: string): string | undefined {
  if (live?.version === built)
    return canary
      ? `${name} ${canary.version} stays a canary for ${canary.percent} % (${canary.since.by}); everybody else has ${built}, built from its sources.`
      : undefined;
  const stays = live
    ? `${name} stays ${live.version} (release ${live.since.release}, ${live.since.by})`
    : `${name} stays taken out`;
  if (versions.some(({ version, state }) => version === built && state === 'yanked'))
    return `${stays}: ${built}, built from its sources, is yanked. Change them.`;
  return (
    `${stays}: its sources have not changed since a start promoted ${built}.` +
    ` To promote it again: npm run release -- promote ${name}@${built} --reason "…"`
  );
}

async function listDifferences(store: Store, versions: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const { parts } = await readStatus(store);
  return parts.flatMap((part) => {
    const built = versions.get(part.name);
    return (built === undefined ? undefined : describeDifference(part, built)) ?? [];
  });
}

/**
 * Publishes the builds in `folders`, and promotes those that differ from the ones promoted by the last start. Parts
 * with unchanged sources keep the version that release managers have chosen meanwhile. @throws {PublishError}
 */
export async function publishParts({ storeFolder, recordFile, folders }: PublishOptions): Promise<PartsPublished> {
  const state = dirname(storeFolder);
  const store = openFolderStore(storeFolder, { state });
  try {
    const versions = await publishAll(store, folders);
    const promotion = await promoteChanged(store, versions, await readPromoted(recordFile));
    await writePromoted(recordFile, Object.fromEntries(versions));
    return { ...promotion, differences: await listDifferences(store, versions) };
  } catch (cause) {
    if (!(cause instanceof RefusedError)) throw cause;
    throw new PublishError(`${cause.message}\n("npm run reset" starts with an empty store.)`, { cause });
  }
}

/** Publishes the builds of all parts. @returns the number of the live release. */
export async function publish({ settings: { root, stateFolder }, progress }: Run): Promise<number> {
  const { release, differences } = await progress.step('Publishing', async (note) => {
    const folders = listParts(root).map((part) => join(root, part, 'dist'));
    const [storeFolder, recordFile] = [join(stateFolder, 'store'), join(stateFolder, PROMOTED)];
    const done = await publishParts({ storeFolder, recordFile, folders });
    note(`release ${String(done.release.number)}${done.outcome === 'unchanged' ? ', unchanged' : ''}`);
    return done;
  });
  for (const line of differences) progress.print(line);
  return release.number;
}
