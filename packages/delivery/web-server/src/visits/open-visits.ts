import type { PartFailure } from '@portal/contract/failure';
import type { Vital } from '@portal/contract/visits';
import { getFallbacks } from '@portal/contract/fallbacks';
import type { ReleaseView } from '@portal/release/format/release';
import { VISIT_SECONDS } from './visit-token.ts';
import type { VisitToken } from './visit-token.ts';
import { computeDigest } from '../releases/views.ts';

/** The versions that a visitor gets. */
interface ServedView {
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

/** How many pages of one browser may share a token: the last page that was opened sets it for all tabs. */
const PAGES_PER_TOKEN = 8;
/** Reports of one page; a page itself sends fewer (MOST_REPORTS). */
const REPORTS_PER_PAGE = 60;
/**
 * Visits that are remembered; beyond, those that began the longest ago are forgotten first, and their later reports
 * open them anew.
 */
const MOST_VISITS = 20_000;
/** What one visit needs with its token and five parts that all failed in ten ways, in bytes. */
const VISIT_BYTES = 4608;

/** What a visit has told of one version of a part. */
export interface ReportedPart {
  /** The interval of its first load or failure; undefined before that. */
  interval: number | undefined;
  failed: boolean;
  loaded: boolean;
  readonly failures: Set<PartFailure>;
  /** The fingerprints of its errors: their texts would need many times as much memory. */
  readonly errors: Set<number>;
  readonly vitals: Set<Vital>;
}

export function createReportedPart(): ReportedPart {
  return {
    interval: undefined,
    failed: false,
    loaded: false,
    failures: new Set(),
    errors: new Set(),
    vitals: new Set(),
  };
}

/** One load of a page, until it is left. */
export interface OpenVisit {
  /** When its page was given out, in seconds since the epoch. */
  readonly at: number;
  readonly view: ServedView;
  reports: number;
  /** Parts for which the visit counts. */
  readonly counted: Set<string>;
  /** By version. */
  readonly reported: Map<string, ReportedPart>;
}

interface KnownToken {
  readonly at: number;
  pages: number;
}

function dropOldest(known: Map<string, { readonly at: number }>, now: number): void {
  for (const [oldest, { at }] of known) {
    if (at + VISIT_SECONDS > now && known.size <= MOST_VISITS) return;
    known.delete(oldest);
  }
}

/** What each visit has reported, so that it counts once. Visits are forgotten when their token is too old. */
export class OpenVisits {
  readonly #visits = new Map<string, OpenVisit>();
  readonly #tokens = new Map<string, KnownToken>();

  get size(): number {
    return this.#visits.size;
  }

  get bytes(): number {
    return Math.max(this.#visits.size, this.#tokens.size) * VISIT_BYTES;
  }

  /**
   * The visit that a page has begun. With the page's own number, a later token of the same browser does not change to
   * which one it belongs.
   */
  known(key: string): OpenVisit | undefined {
    return this.#visits.get(key);
  }

  /** Begins a visit; undefined if too many pages share the token. `now` in seconds since the epoch. */
  begin(key: string, { id, at }: VisitToken, view: ServedView, now: number): OpenVisit | undefined {
    const token = this.#tokens.get(id) ?? { at, pages: 0 };
    if (token.pages >= PAGES_PER_TOKEN) return undefined;
    token.pages += 1;
    this.#tokens.set(id, token);
    const visit: OpenVisit = { at, view, reports: 0, counted: new Set(), reported: new Map() };
    this.#visits.set(key, visit);
    dropOldest(this.#visits, now);
    dropOldest(this.#tokens, now);
    return visit;
  }

  /** Whether one more report of a visit is taken. */
  mayReport(visit: OpenVisit): boolean {
    visit.reports += 1;
    return visit.reports <= REPORTS_PER_PAGE;
  }
}
