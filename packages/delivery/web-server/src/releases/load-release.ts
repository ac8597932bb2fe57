import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release, ReleasedPart } from '@portal/release/format/release';
import { fallbackManifests, releasedManifests, toFallback } from '@portal/release/format/release';
import type { Frame } from '@portal/contract/frame';
import { parseFrame } from '@portal/contract/frame';
import type { Store } from '@portal/release/store';
import { StoreError } from '@portal/release/store';
import type { Assets } from '../files/assets.ts';
import type { ServerLog } from '@portal/node-kit/server-log';
import { isDeepStrictEqual } from 'node:util';
import { getFallbacks } from '@portal/contract/fallbacks';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { LiveViews } from './views.ts';
import { createViews } from './views.ts';

/** Why a version must not be served; undefined when it may be. A version with a damaged record counts as yanked. */
async function findYankReason(store: Store, { name, version }: ArtifactManifest): Promise<string | undefined> {
  try {
    // Without the reason, which somebody wrote: it would be in the log.
    return (await store.readYank(name, version)) && `${name} ${version} is yanked`;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}

/** Why the first of the yanked versions in `manifests` must not be served; undefined if no version is yanked. */
export async function findFirstYankReason(
  store: Store,
  manifests: readonly ArtifactManifest[],
): Promise<string | undefined> {
  for (const manifest of manifests) {
    const reason = await findYankReason(store, manifest);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Reads a release and every file of its versions again; returns the first damage, or undefined. */
export async function findDamage(store: Store, stored: Release): Promise<unknown> {
  try {
    if (!isDeepStrictEqual(await store.readRelease(stored.number), stored)) {
      return `the release in ${store.place} is not the one that was read at first. Restore it from a backup.`;
    }
    for (const { name, files } of releasedManifests(stored)) {
      for (const [file, record] of Object.entries(files)) await store.readFile(name, file, record);
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Why a fallback cannot be used: it is yanked, damaged, or cannot be read now. */
async function findUnusableReason(
  store: Store,
  assets: Assets,
  manifest: ArtifactManifest,
): Promise<string | undefined> {
  try {
    const yanked = await findYankReason(store, manifest);
    if (yanked === undefined) await assets.check(manifest);
    return yanked;
  } catch (error) {
    return getErrorMessage(error);
  }
}

interface LoadSources {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: ServerLog;
}

/**
 * The release without unusable fallbacks, which are no reason to hold back a live version that works: the second one
 * then takes the place of the first.
 */
async function withUsableFallbacks({ store, assets, log }: LoadSources, release: Release): Promise<Release> {
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(release.remotes)) {
    const usable: ReleasedPart[] = [];
    const reasons: string[] = [];
    for (const fallback of getFallbacks(remote)) {
      const reason = await findUnusableReason(store, assets, fallback.manifest);
      if (reason === undefined) usable.push(fallback);
      else reasons.push(reason);
    }
    remotes[name] = reasons.length === 0 ? remote : { ...remote, fallback: toFallback(usable) };
    const topic = `fallbacks ${String(release.number)} ${name}`;
    if (reasons.length === 0)
      log.solved(topic, `Release ${String(release.number)}: ${name} ${remote.version} has its fallbacks again.`);
    const what = usable.length === 0 ? 'has no version to fall back to' : 'has one version less to fall back to';
    for (const reason of reasons)
      log.problem(topic, `Release ${String(release.number)}: ${name} ${remote.version} ${what}: ${reason}`);
  }
  return { ...release, remotes };
}

/** How many older releases are searched for an urgent one. */
const URGENT_LOOK_BACK = 50;

/** A release that is ready to be served. */
export interface ServedRelease {
  readonly release: Release;
  /** The release from the store, with all of its fallbacks. */
  readonly stored: Release;
  /** Number of the newest release, up to this one, that is urgent; 0 for none. */
  readonly urgent: number;
  /** Whether every file of its live versions and canaries existed when it was loaded. */
  readonly complete: boolean;
  readonly views: LiveViews;
  /** The release with the fallbacks that are usable now; the same object if they have not changed. */
  recheckFallbacks(): Promise<ServedRelease>;
}

/** Checks that an inline text does not end its element early. */
function checkInline(file: string, element: 'script' | 'style', text: string): void {
  if (!new RegExp(`</${element}|<!--`, 'i').test(text)) return;
  throw new Error(
    `the ${element} in ${file} contains "</${element}" or "<!--"; build and publish a new version without it`,
  );
}

/** The frame of a shell. @throws {StoreError} when it is missing or damaged. */
export async function readFrame(assets: Assets, manifest: ArtifactManifest): Promise<Frame> {
  const { name, version, frame: file } = manifest;
  if (file === undefined) throw new Error(`shell ${version} has no prerendered frame; build and publish a new version`);
  const { content } = await assets.read(manifest, file);
  const text = new TextDecoder().decode(content.bytes);
  const frame = parseFrame(`${name}/${file}`, JSON.parse(text));
  checkInline(file, 'script', frame.script);
  checkInline(file, 'script', frame.fill);
  checkInline(file, 'style', frame.styles);
  return frame;
}

/**
 * Number of the newest urgent release up to `release`. `older` lists the numbers before it, the newest first; `live` is
 * a release that has been served: those before it are not read again.
 */
export async function newestUrgent(
  store: Store,
  release: Release,
  older: readonly number[],
  live: ServedRelease | undefined,
): Promise<number> {
  if (release.urgent) return release.number;
  for (const number of older.slice(0, URGENT_LOOK_BACK)) {
    if (live && number <= live.release.number) return live.urgent;
    // A release that cannot be read was never served, so it does not count.
    const before = await store.readRelease(number).catch(() => undefined);
    if (before?.urgent === true) return number;
  }
  return 0;
}

interface LoadOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: ServerLog;
  readonly release: Release;
  /** Requires every file of every version. */
  readonly complete: boolean;
}

function serve(options: LoadOptions, release: Release, details: Parameters<typeof createViews>[1]): ServedRelease {
  const { release: stored, complete } = options;
  const served: ServedRelease = {
    release,
    stored,
    urgent: details.urgent,
    complete,
    views: createViews(release, details),
    async recheckFallbacks() {
      const rechecked = await withUsableFallbacks(options, stored);
      const [before, now] = [fallbackManifests(release), fallbackManifests(rechecked)];
      const same = before.length === now.length && now.every((manifest, index) => manifest === before[index]);
      return same ? served : serve(options, rechecked, details);
    },
  };
  return served;
}

/**
 * Makes a release ready to be served. `urgent` finds the number of the newest urgent release; it is called last,
 * because it reads older releases, and not kept, because it holds the release before. @throws naming the file that is
 * missing or damaged.
 */
export async function loadRelease(options: LoadOptions, urgent: () => Promise<number>): Promise<ServedRelease> {
  const { assets, release: stored, complete } = options;
  for (const manifest of complete ? releasedManifests(stored) : []) await assets.check(manifest);
  const release = await withUsableFallbacks(options, stored);
  const frames = new Map<ArtifactManifest, Frame>();
  for (const part of [release.shell, release.canaries['shell']]) {
    if (part) frames.set(part.manifest, await readFrame(assets, part.manifest));
  }
  return serve(options, release, { frames, urgent: await urgent() });
}
