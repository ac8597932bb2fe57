import type { Frame } from '@portal/contract/frame';
import { parseFrame } from '@portal/contract/frame';
import type { Release } from '@portal/contract/release';
import type { Store } from '@portal/release/store';
import type { Assets } from './assets.ts';
import { liveManifests } from './live-parts.ts';
import type { Log } from './log.ts';
import type { LiveRelease } from './page.ts';

/** How long an answer may go by the last look at the list of releases, in milliseconds. */
const CHECK_INTERVAL_MS = 1000;

export interface LiveReleaseOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: Log;
  /** Milliseconds on any clock that only goes forward. */
  readonly now: () => number;
  /** Told of every release that becomes live here. */
  readonly onChange: (live: LiveRelease) => void;
}

/** A text that would end its own element early cannot stand in a page. */
function checkInline(file: string, element: 'script' | 'style', text: string): void {
  if (!new RegExp(`</${element}|<!--`, 'i').test(text)) return;
  throw new Error(
    `the ${element} in ${file} contains "</${element}" or "<!--"; build and publish a new version without it`,
  );
}

/** Follows the store: which release is served now. The last good one stays while a newer one is damaged. */
export class LiveReleases {
  readonly #options: LiveReleaseOptions;
  #live: LiveRelease | undefined;
  #checking: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LiveReleaseOptions) {
    this.#options = options;
  }

  /** The release to serve; undefined while there is none. Looks into the store at most once a second. */
  async current(): Promise<LiveRelease | undefined> {
    const now = this.#options.now();
    if (!this.#checking && now - this.#checkedAt >= CHECK_INTERVAL_MS) {
      this.#checkedAt = now;
      this.#checking = this.#check().finally(() => {
        this.#checking = undefined;
      });
    }
    await this.#checking;
    return this.#live;
  }

  async #check(): Promise<void> {
    try {
      const numbers = (await this.#options.store.releaseNumbers()).toReversed();
      const next =
        (await this.#firstGood(numbers, true)) ?? (this.#live ? undefined : await this.#firstGood(numbers, false));
      if (!next || next === this.#live) return;
      this.#live = next;
      this.#options.onChange(next);
    } catch (error) {
      this.#options.log.once(error);
    }
  }

  /**
   * The newest release that can be served, or the live one if none is better. `whole` asks for every file of every live
   * version; a start without any whole release serves what there is, and the shell shows which part is down.
   */
  async #firstGood(numbers: readonly number[], whole: boolean): Promise<LiveRelease | undefined> {
    for (const number of numbers) {
      if (number === this.#live?.release.number) return this.#live;
      try {
        return await this.#load(number, whole);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.log.once(
          `Release ${String(number)} ${whole ? 'is not served' : 'cannot be served at all'}: ${reason}`,
        );
      }
    }
    return undefined;
  }

  async #load(number: number, whole: boolean): Promise<LiveRelease> {
    const { store, assets } = this.#options;
    const release = await store.readRelease(number);
    for (const manifest of liveManifests(release)) {
      if (whole) await assets.check(manifest);
      else assets.learn(manifest);
    }
    return { release, frame: await this.#readFrame(release) };
  }

  async #readFrame({ shell: { manifest } }: Release): Promise<Frame> {
    const file = manifest.frame;
    if (file === undefined)
      throw new Error(`shell ${manifest.version} has no painted frame; build and publish a new version`);
    const asset = await this.#options.assets.find(manifest.name, file);
    const text = new TextDecoder().decode(asset?.content.bytes);
    const frame = parseFrame(`${manifest.name}/${file}`, JSON.parse(text));
    checkInline(file, 'script', frame.script);
    checkInline(file, 'style', frame.styles);
    return frame;
  }
}
