import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Bucket } from '@portal/contract/cohort';
import { releaseForBucket } from '@portal/contract/cohort';
import type { Frame } from '@portal/contract/frame';
import { parseFrame } from '@portal/contract/frame';
import type { Release } from '@portal/contract/release';
import type { Store } from '@portal/release/store';
import { releasedManifests } from './live-parts.ts';
import type { Assets } from './assets.ts';
import type { Log } from './log.ts';
import { withSoundFallbacks } from './release-checks.ts';
import { toView } from './visitor-view.ts';
import type { VisitorView } from './visitor-view.ts';

/** How many releases back are asked whether they are urgent. */
const URGENT_LOOK_BACK = 50;

/** A release that is ready to be served. */
export interface ServedRelease {
  readonly release: Release;
  /** The release as it lay in the store. */
  readonly stored: Release;
  /** Every file of every version that it gives out was there when it was loaded. */
  readonly whole: boolean;
  /** The same object for all buckets that get the same versions. */
  viewOf(bucket: Bucket): VisitorView;
  /** The same with the fallbacks that are sound by now; this one itself where these are those that it has. */
  withFallbacksRechecked(): Promise<ServedRelease>;
}

/** A text that would end its own element early cannot stand in a page. */
function checkInline(file: string, element: 'script' | 'style', text: string): void {
  if (!new RegExp(`</${element}|<!--`, 'i').test(text)) return;
  throw new Error(
    `the ${element} in ${file} contains "</${element}" or "<!--"; build and publish a new version without it`,
  );
}

async function readFrame(assets: Assets, manifest: ArtifactManifest): Promise<Frame> {
  const { name, version, frame: file } = manifest;
  if (file === undefined) throw new Error(`shell ${version} has no painted frame; build and publish a new version`);
  const { content } = await assets.read(manifest, file);
  const text = new TextDecoder().decode(content.bytes);
  const frame = parseFrame(`${name}/${file}`, JSON.parse(text));
  checkInline(file, 'script', frame.script);
  checkInline(file, 'style', frame.styles);
  return frame;
}

/** Number of the newest urgent release up to `release`; `older` are the numbers before it, the newest first. */
export async function newestUrgent(store: Store, release: Release, older: readonly number[]): Promise<number> {
  if (release.urgent) return release.number;
  for (const number of older.slice(0, URGENT_LOOK_BACK)) {
    // One that cannot be read was served to nobody.
    const before = await store.readRelease(number).catch(() => undefined);
    if (before?.urgent === true) return number;
  }
  return 0;
}

export interface LoadOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: Log;
  readonly release: Release;
  /** Asks for every file of every version. */
  readonly whole: boolean;
  /** Gives the number of the newest urgent release; asked for when everything else is well. */
  readonly urgent: () => Promise<number>;
}

/** What a release is served by, beside what it names. */
interface Furnishing {
  readonly frames: ReadonlyMap<ArtifactManifest, Frame>;
  readonly urgent: number;
}

function serve(options: LoadOptions, release: Release, furnishing: Furnishing): ServedRelease {
  const { release: stored, whole } = options;
  const { frames, urgent } = furnishing;
  const views = new Map<string, VisitorView>();
  const served: ServedRelease = {
    release,
    stored,
    whole,
    viewOf(bucket) {
      const visitors = releaseForBucket(release, bucket);
      const key = visitors.canaryParts.join(' ');
      const frame = frames.get(visitors.shell.manifest);
      if (!frame) throw new Error(`shell ${visitors.shell.version} has no painted frame`);
      const view = views.get(key) ?? toView(visitors, frame, urgent);
      views.set(key, view);
      return view;
    },
    async withFallbacksRechecked() {
      const rechecked = await withSoundFallbacks(options, stored);
      const same = Object.entries(rechecked.remotes).every(
        ([name, { fallback }]) => fallback === release.remotes[name]?.fallback,
      );
      return same ? served : serve(options, rechecked, furnishing);
    },
  };
  return served;
}

/** Makes a release ready to be served. @throws naming the file that is missing or damaged. */
export async function loadRelease(options: LoadOptions): Promise<ServedRelease> {
  const { assets, release: stored, whole } = options;
  for (const manifest of whole ? releasedManifests(stored) : []) await assets.check(manifest);
  const release = await withSoundFallbacks(options, stored);
  const frames = new Map<ArtifactManifest, Frame>();
  for (const part of [release.shell, release.canaries['shell']]) {
    if (part) frames.set(part.manifest, await readFrame(assets, part.manifest));
  }
  return serve(options, release, { frames, urgent: await options.urgent() });
}
