import type { ArtifactManifest } from '@portal/contract/artifact';
import type { RouteDeclaration } from '@portal/contract/declaration';
import { claims, declarationFor, isFor } from '@portal/contract/declaration';
import type { Features } from '@portal/contract/config';
import type { Language } from '@portal/contract/language';
import { matchesPath } from '@portal/contract/paths';
import type { Buckets, Release, ReleaseView } from '@portal/release/format/release';
import {
  canaryPartsFor,
  getViews,
  listBucketingKeys,
  liveParts,
  viewFor,
  BUCKET_COUNT,
  MAX_BUCKETING_KEYS,
  NO_BUCKETS,
} from '@portal/release/format/release';
import { createHash, randomInt } from 'node:crypto';
import type { PreviewClaim } from '@portal/release/release-log/preview-token';
import type { Frame } from '@portal/contract/frame';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Cookies } from 'cookie';
import { parseCookie, stringifySetCookie } from 'cookie';
import { ownCookieName } from '@portal/contract/cookies';
import type { IsSecure } from '../http/http-response.ts';

/** A view with what the server serves with it, such as the prerendered frame of its shell. */
export interface VisitorView {
  /** Different for each view of each served release in this process; short, because it begins the keys of caches. */
  readonly id: string;
  readonly release: ReleaseView;
  /** Hash of the versions: the same in every release that gives these visitors the same versions. */
  readonly digest: string;
  /** Checked: its scripts and styles do not end their elements early. */
  readonly frame: Frame;
  /** Number of the newest release, up to this one, that is urgent; 0 for none. */
  readonly urgent: number;
  /** What the preview says that shows this view; undefined for what visitors get. */
  readonly preview?: PreviewClaim | undefined;
}

/**
 * The hash of a view's versions, and of what a preview has in their place. Ignores fallbacks, because an open page need
 * not reload when a fallback changes.
 */
export function computeDigest({ shell, remotes }: ReleaseView, { override }: Partial<PreviewClaim> = {}): string {
  const versions = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  return createHash('sha256')
    .update(
      [
        `shell@${shell.version}`,
        ...versions.sort(),
        ...(override ? [`override ${override.part} ${override.origin}`] : []),
      ].join('\n'),
    )
    .digest('base64url')
    .slice(0, 12);
}

/** The views of the served release. */
export interface LiveViews {
  readonly number: number;
  /** The bucketing keys of its canaries. */
  readonly bucketingKeys: readonly string[];
  /** The view of a visitor with these buckets; the same object for all visitors who get the same versions. */
  getView(buckets: Buckets): VisitorView;
  /** The view with this hash; undefined if no visitor gets it. */
  withDigest(digest: string): VisitorView | undefined;
}

interface VisitorViews {
  /** Undefined while there is no release. */
  current(): Promise<LiveViews | undefined>;
  /** The view with this hash, also of a release that was served before: open pages keep theirs. */
  withDigest(digest: string): Promise<VisitorView | undefined>;
}

let viewCount = 0;

/** `frame` belongs to the view's shell, `urgent` is the number of the newest urgent release. */
export function toView(release: ReleaseView, frame: Frame, urgent: number, preview?: PreviewClaim): VisitorView {
  viewCount += 1;
  return { id: String(viewCount), release, digest: computeDigest(release, preview), frame, urgent, preview };
}

/** Details of a release besides its versions. */
interface ServingDetails {
  readonly frames: ReadonlyMap<ArtifactManifest, Frame>;
  readonly urgent: number;
}

/** The views of `release`, each made for the first visitor who gets it. */
export function createViews(release: Release, { frames, urgent }: ServingDetails): LiveViews {
  const made = new Map<string, VisitorView>();
  const getVisitors = (view: ReleaseView): VisitorView => {
    const key = view.canaryParts.join(' ');
    const frame = frames.get(view.shell.manifest);
    if (!frame) throw new Error(`shell ${view.shell.version} has no prerendered frame`);
    const visitors = made.get(key) ?? toView(view, frame, urgent);
    made.set(key, visitors);
    return visitors;
  };
  const digests = new Map<string, VisitorView>();
  return {
    number: release.number,
    bucketingKeys: listBucketingKeys(release),
    getView: (buckets) =>
      made.get(canaryPartsFor(release, buckets).join(' ')) ?? getVisitors(viewFor(release, buckets)),
    withDigest(digest) {
      if (digests.size === 0)
        for (const visitors of getViews(release).map(getVisitors)) digests.set(visitors.digest, visitors);
      return digests.get(digest);
    },
  };
}

/** Path of the route for unknown paths. */
export const NOT_FOUND_PATH = '/404.html';

/** A route and the part that it belongs to. */
export interface OwnedRoute {
  readonly manifest: ArtifactManifest;
  readonly route: RouteDeclaration;
}

/** Whether the code of a route's part comes from elsewhere: then nothing of it is in the page ahead. */
export const isOverridden = ({ preview }: VisitorView, owned: OwnedRoute | undefined): boolean =>
  owned !== undefined && preview?.override?.part === owned.manifest.name;

/** The roles that nobody has to have: what is for these is for everybody. */
const NO_ROLES: readonly string[] = [];

/** The remotes that exist for accounts with these roles; by default those for everybody. */
export function remotesFor({ remotes }: ReleaseView, roles = NO_ROLES): ReleaseView['remotes'] {
  return Object.fromEntries(Object.entries(remotes).filter(([, { manifest }]) => isFor(manifest.declaration, roles)));
}

/**
 * The versions that a visitor with these roles gets: the shell first, then every remote. Pages are for visitors whose
 * roles nobody knows yet.
 */
export function liveManifests(view: ReleaseView, roles = NO_ROLES): readonly ArtifactManifest[] {
  return liveParts({ ...view, remotes: remotesFor(view, roles) }).map(({ manifest }) => manifest);
}

/** Whether a path belongs to a part that exists for some accounts alone. */
export function isRestricted({ remotes }: ReleaseView, pathname: string, features: Features): boolean {
  return Object.values(remotes).some(
    ({ manifest: { declaration } }) =>
      !isFor(declaration, NO_ROLES) && claims(declarationFor(declaration, features), pathname),
  );
}

/** When the newest of the versions that a visitor gets was built; ISO 8601, UTC. */
export function newestBuild(view: ReleaseView): string | undefined {
  return liveParts(view)
    .map(({ builtAt }) => builtAt)
    .toSorted()
    .at(-1);
}

/**
 * Finds the route of a path, in the same order as the page's inline script: the shell's routes first, then the
 * remotes'.
 */
export function findRoute(release: ReleaseView, pathname: string, features: Features): OwnedRoute | undefined {
  for (const manifest of liveManifests(release)) {
    const { routes } = declarationFor(manifest.declaration, features);
    const route = routes.find(({ path }) => matchesPath(path, pathname));
    if (route) return { manifest, route };
  }
  return undefined;
}

/** The target of a declared redirect. */
export function findRedirect(release: ReleaseView, pathname: string, features: Features): string | undefined {
  return liveManifests(release)
    .flatMap(({ declaration }) => declarationFor(declaration, features).redirects ?? [])
    .find(({ from }) => matchesPath(from, pathname))?.to;
}

export function declaredText({ declaration }: ArtifactManifest, key: string, language: Language): string {
  return declaration.texts[key]?.[language] ?? '';
}

/** Scripts that every page of a part needs besides the entry. */
export function initialScripts({ pages }: ArtifactManifest): readonly string[] {
  const [first = [], ...others] = Object.values(pages);
  return first.filter((file) => others.every((page) => page.includes(file)));
}

/** The names that a cookie has on https and else. */
const namesFor = (name: string) => ({ secure: ownCookieName(name, true), other: ownCookieName(name, false) });
/** Cookie of the visitor's buckets, one for each bucketing key in use: "mfe-hubs-12=37&shell-13=5". */
const BUCKETS_COOKIE = namesFor('portal_buckets');
/** Cookie with the token of the preview that the browser shows. */
const PREVIEW_COOKIE = namesFor('portal_preview');
/** How long a browser keeps its buckets: 90 days, longer than any canary. */
export const BUCKETS_SECONDS = 90 * 24 * 60 * 60;
/** Web servers that have different releases for a moment each add the buckets of their own keys. */
const MAX_ENTRIES = 2 * MAX_BUCKETING_KEYS;

export const getCookies = ({ cookie = '' }: IncomingHttpHeaders): Cookies => parseCookie(cookie);

function createCookie(name: string, value: string, maxAge: number, isSecure: boolean): string {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return stringifySetCookie({ name, value, maxAge, ...options }, { encode: (text) => text });
}

/** The buckets of a visitor. Visitors can write the cookie, so whatever is not a bucket is ignored. */
function readBuckets(cookies: Cookies, isSecure: boolean): Buckets {
  const text = cookies[isSecure ? BUCKETS_COOKIE.secure : BUCKETS_COOKIE.other] ?? '';
  if (text === '') return NO_BUCKETS;
  const entries = text
    .split('&', MAX_ENTRIES)
    .map((entry) => /^([a-z0-9-]{1,80})=(0|[1-9]\d?)$/.exec(entry))
    .filter((match) => match !== null);
  return new Map(entries.map(([, key = '', bucket]) => [key, Number(bucket)]));
}

/**
 * Whether a key came with a release after the served one. Then another web server has that release, and assigned the
 * bucket.
 */
function isLater(key: string, served: number): boolean {
  return Number(/-(\d+)$/.exec(key)?.[1] ?? 0) > served;
}

/**
 * The buckets of a visitor with this page: one for each key in use, chosen at random where there is none. Those of
 * ended canaries are dropped.
 */
function assignBuckets(known: Buckets, { bucketingKeys, number }: LiveViews): Buckets {
  if (known.size === 0 && bucketingKeys.length === 0) return known;
  const kept = [...known].filter(([key]) => isLater(key, number));
  const running = bucketingKeys.map((key): [string, number] => [key, known.get(key) ?? randomInt(BUCKET_COUNT)]);
  return new Map([...running, ...kept]);
}

/** The `Set-Cookie` header that makes a browser keep these buckets; none if it keeps them already. */
function bucketCookies(cookies: Cookies, isSecure: boolean, buckets: Buckets): readonly string[] {
  const name = isSecure ? BUCKETS_COOKIE.secure : BUCKETS_COOKIE.other;
  const value = [...buckets].map(([key, bucket]) => `${key}=${String(bucket)}`).join('&');
  if ((cookies[name] ?? '') === value) return [];
  return [createCookie(name, value, value === '' ? 0 : BUCKETS_SECONDS, isSecure)];
}

/** The token of the preview that a browser shows; undefined for none. */
export function readPreviewCookie(cookies: Cookies, isSecure: boolean): string | undefined {
  return cookies[isSecure ? PREVIEW_COOKIE.secure : PREVIEW_COOKIE.other];
}

/**
 * The `Set-Cookie` header that makes a browser show what a token says, for so many seconds; without a token, nothing
 * any more.
 */
export function previewCookie(isSecure: boolean, token = '', seconds = 0): string {
  return createCookie(isSecure ? PREVIEW_COOKIE.secure : PREVIEW_COOKIE.other, token, seconds, isSecure);
}

/** What shows a preview in the place of the live release. */
interface PreviewViews {
  /** Undefined for a token that shows nothing, or no longer does. */
  view(token: string, live: LiveViews): Promise<VisitorView | undefined>;
}

/**
 * What a visitor gets, with the cookies that keep it: a preview is not assigned to buckets, and one that shows nothing
 * any more ends.
 */
export async function chooseView(
  previews: PreviewViews,
  live: LiveViews,
  sent: Cookies,
  isSecure: boolean,
): Promise<{ readonly view: VisitorView; readonly cookies: readonly string[] }> {
  const token = readPreviewCookie(sent, isSecure);
  const preview = token === undefined ? undefined : await previews.view(token, live);
  if (preview) return { view: preview, cookies: [] };
  const buckets = assignBuckets(readBuckets(sent, isSecure), live);
  const ended = token === undefined ? [] : [previewCookie(isSecure)];
  return { view: live.getView(buckets), cookies: [...bucketCookies(sent, isSecure, buckets), ...ended] };
}

/** What decides which view a request gets. */
export interface ViewDeps {
  readonly releases: VisitorViews;
  readonly previews: PreviewViews;
  readonly isSecure: IsSecure;
}

/**
 * What a visitor would get now, by the cookies of a request; undefined while there is no release. Without the cookie of
 * buckets no canary: as for everybody who follows a link, and a visitor without cookies gets new buckets with every
 * page.
 */
export async function currentView(
  { releases, previews, isSecure }: ViewDeps,
  request: IncomingMessage,
): Promise<VisitorView | undefined> {
  const live = await releases.current();
  if (!live) return undefined;
  const [sent, secure] = [getCookies(request.headers), isSecure(request)];
  const token = readPreviewCookie(sent, secure);
  const preview = token === undefined ? undefined : await previews.view(token, live);
  return preview ?? live.getView(readBuckets(sent, secure));
}
