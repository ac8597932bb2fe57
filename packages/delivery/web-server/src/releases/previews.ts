import type { ServerLog } from '@portal/node-kit/server-log';
import { manifestKey, markKey } from '@portal/release/format/keys';
import type { ReleasedPart } from '@portal/release/format/release';
import { NO_BUCKETS, withVersions } from '@portal/release/format/release';
import type { LogView } from '@portal/release/release-log/log-view';
import type { PreviewClaim } from '@portal/release/release-log/preview-token';
import { readPreviewToken } from '@portal/release/release-log/preview-token';
import type { Store } from '@portal/release/store';
import type { Assets } from '../files/assets.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { readFrame } from './load-release.ts';
import { withOverride } from './overrides.ts';
import type { LiveViews, VisitorView } from './views.ts';
import { toView } from './views.ts';

/** Limit for what previews show, and what one of them needs at most: the manifests and the frame of its versions. */
const KEPT_BYTES = 16 * 1024 * 1024;
const VIEW_BYTES = 1024 * 1024;

/** Whether a version was yanked, or pruned since it was published, as far as the log is known. */
function isGone({ documents }: LogView, name: string, version: string): boolean {
  const published = documents.get(manifestKey(name, version))?.index ?? -1;
  const pruned = documents.get(markKey('pruned', name, version))?.index ?? -1;
  return documents.has(markKey('yanked', name, version)) || pruned > published;
}

interface PreviewOptions {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: ServerLog;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock: () => number;
  /** The origins from which a token may take a part; none by default. */
  readonly overrideOrigins?: ReadonlySet<string> | undefined;
}

/**
 * What browsers with a signed token get: the versions that it names in the place of the live ones, without canaries.
 * Whether it may be shown is asked for every answer, of the log as it is known, so that no request makes the store
 * work; a view is made once, and few are kept.
 */
export class Previews {
  readonly cache = new BoundedCache<Promise<VisitorView | undefined>>(KEPT_BYTES);
  readonly #options: PreviewOptions;

  constructor(options: PreviewOptions) {
    this.#options = options;
  }

  /**
   * What a token shows beside the live release; undefined for one that shows nothing, or no longer does. Never throws.
   */
  async view(token: string, live: LiveViews): Promise<VisitorView | undefined> {
    try {
      const claim = readPreviewToken(token, await this.#knownLog(), this.#options.clock());
      if (!claim || !this.#isAccepted(claim) || !(await this.#isShown(claim))) return undefined;
      const base = live.getView(NO_BUCKETS);
      const key = `${base.id} ${token}`;
      const known = this.cache.get(key) ?? this.#make(claim, base);
      this.cache.set(key, known, VIEW_BYTES);
      const view = await known.catch((error: unknown) => {
        this.cache.delete(key);
        throw error;
      });
      return view;
    } catch (error) {
      this.#options.log.warn('A preview cannot be shown', {}, error);
      return undefined;
    }
  }

  /** The origin that a token would take a part from, if that alone speaks against it. */
  async refusedOrigin(token: string): Promise<string | undefined> {
    const claim = readPreviewToken(token, await this.#knownLog(), this.#options.clock());
    return claim && !this.#isAccepted(claim) ? claim.override?.origin : undefined;
  }

  /** For how long a preview is shown from now. */
  secondsLeft({ until }: PreviewClaim): number {
    return Math.floor((Date.parse(until) - this.#options.clock()) / 1000);
  }

  /** The view with this hash, also beside a release that was served before: open pages keep theirs. */
  async withDigest(digest: string): Promise<VisitorView | undefined> {
    for (const key of this.cache.keys) {
      const view = await this.cache.peek(key)?.catch(() => undefined);
      if (view?.digest === digest && view.preview && (await this.#isShown(view.preview))) return view;
    }
    return undefined;
  }

  /** Not read anew: who asks for the live release looks at the store often enough. */
  #knownLog(): Promise<LogView> {
    return this.#options.store.documents.known();
  }

  #isAccepted({ override }: PreviewClaim): boolean {
    return override === undefined || this.#options.overrideOrigins?.has(override.origin) === true;
  }

  async #isShown({ versions, until }: PreviewClaim): Promise<boolean> {
    const log = await this.#knownLog();
    const isOver = Date.parse(until) <= this.#options.clock();
    return !isOver && !Object.entries(versions).some(([name, version]) => isGone(log, name, version));
  }

  async #make(claim: PreviewClaim, { release, frame, urgent }: VisitorView): Promise<VisitorView | undefined> {
    const { store, assets } = this.#options;
    const parts: ReleasedPart[] = [];
    for (const [name, version] of Object.entries(claim.versions)) {
      const { manifest, builtAt } = await store.readVersion(name, version);
      parts.push({ version, builtAt, manifest });
    }
    const fitting = withVersions(release, parts);
    const view = fitting && claim.override ? withOverride(fitting, claim.override.part) : fitting;
    const shell = parts.find(({ manifest }) => manifest.name === 'shell');
    return view && toView(view, shell ? await readFrame(assets, shell.manifest) : frame, urgent, claim);
  }
}
