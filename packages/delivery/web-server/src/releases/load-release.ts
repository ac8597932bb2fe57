import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '@portal/release/format/release';
import { fallbackManifests, releasedManifests } from '@portal/release/format/release';
import type { Frame } from '@portal/contract/frame';
import { parseFrame } from '@portal/contract/frame';
import type { Store } from '@portal/release/store';
import type { Assets } from '../files/assets.ts';
import type { ServerLog } from '@portal/node-kit/server-log';
import { withUsableFallbacks } from './release-checks.ts';
import type { LiveViews, ServingDetails } from './views.ts';
import { makeViews } from './views.ts';

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
 * Number of the newest urgent release up to `release`. `older` lists the numbers before it, the newest first; `live` is a release that has
 * been served: those before it are not read again.
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

function serve(options: LoadOptions, release: Release, details: ServingDetails): ServedRelease {
  const { release: stored, complete } = options;
  const served: ServedRelease = {
    release,
    stored,
    urgent: details.urgent,
    complete,
    views: makeViews(release, details),
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
 * Makes a release ready to be served. `urgent` finds the number of the newest urgent release; it is called last, because it reads older
 * releases, and not kept, because it holds the release before. @throws naming the file that is missing or damaged.
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
