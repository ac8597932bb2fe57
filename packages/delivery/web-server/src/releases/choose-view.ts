import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Cookies } from 'cookie';
import { parseCookie, stringifySetCookie } from 'cookie';
import { ownCookieName } from '@portal/contract/cookies';
import type { Buckets } from '@portal/release/format/release';
import { BUCKET_COUNT, MAX_BUCKETING_KEYS, NO_BUCKETS } from '@portal/release/format/release';
import type { IsSecure } from '../http/http-response.ts';
import type { Previews } from './previews.ts';
import type { LiveViews, VisitorView, VisitorViews } from './views.ts';

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

/**
 * What a visitor gets, with the cookies that keep it: a preview is not assigned to buckets, and one that shows nothing
 * any more ends.
 */
export async function chooseView(
  previews: Previews,
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
  readonly previews: Previews;
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
