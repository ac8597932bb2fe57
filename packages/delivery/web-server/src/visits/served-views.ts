import { getFallbacks } from '@portal/contract/fallbacks';
import type { ReleaseView } from '@portal/release/format/release';
import { computeDigest } from '../releases/views.ts';

/** The versions that a visitor gets. */
export interface ServedView {
  readonly release: number;
  /** Part -> version. */
  readonly versions: ReadonlyMap<string, string>;
  /** The versions that may take over, as "mfe-hubs@1.0.0". */
  readonly fallbacks: ReadonlySet<string>;
}

/** How many views are remembered: tokens live for an hour, and a release has few views. */
const MOST_VIEWS = 500;

export const versionKey = (part: string, version: string): string => `${part}@${version}`;

/** The views that this web server serves or has served, the latest last. */
export class ServedViews {
  readonly #views = new Map<string, ServedView>();

  remember(view: ReleaseView): void {
    const { number, shell, remotes } = view;
    const key = `${String(number)} ${computeDigest(view)}`;
    const known = this.#views.get(key);
    const fallbacks = Object.entries(remotes).flatMap(([part, remote]) =>
      getFallbacks(remote).map(({ version }) => versionKey(part, version)),
    );
    this.#views.delete(key);
    this.#views.set(key, {
      release: number,
      versions: new Map([
        ['shell', shell.version],
        ...Object.entries(remotes).map(([part, { version }]) => [part, version] as const),
      ]),
      // A fallback that is left out from now on is still in open pages.
      fallbacks: new Set([...(known?.fallbacks ?? []), ...fallbacks]),
    });
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= MOST_VIEWS) return;
      this.#views.delete(oldest);
    }
  }

  find(release: number, digest: string): ServedView | undefined {
    return this.#views.get(`${String(release)} ${digest}`);
  }
}
