import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Cookies } from 'cookie';
import { ownCookieName } from '@portal/contract/cookies';
import type { Buckets } from '@portal/release/format/release';
import { BUCKET_COUNT, MAX_BUCKETING_KEYS, NO_BUCKETS } from '@portal/release/format/release';
import type { LiveViews } from './visitor-view.ts';

/** Cookie of the visitor's buckets, one for each bucketing key in use: "mfe-hubs-12=37&shell-13=5". */
const BUCKETS_COOKIE = 'portal_buckets';
const NAMES = { secure: ownCookieName(BUCKETS_COOKIE, true), other: ownCookieName(BUCKETS_COOKIE, false) };
/** 90 days, in seconds: longer than any canary. */
const AGE_SECONDS = 90 * 24 * 60 * 60;
/** Web servers that have different releases for a moment each add the buckets of their own keys. */
const MAX_ENTRIES = 2 * MAX_BUCKETING_KEYS;

export const getCookies = ({ cookie = '' }: IncomingHttpHeaders): Cookies => parseCookie(cookie);

/** The buckets of a visitor. Visitors can write the cookie, so whatever is not a bucket is ignored. */
export function readBuckets(cookies: Cookies, isSecure: boolean): Buckets {
  const text = cookies[isSecure ? NAMES.secure : NAMES.other] ?? '';
  if (text === '') return NO_BUCKETS;
  const entries = text
    .split('&', MAX_ENTRIES)
    .map((entry) => /^([a-z0-9-]{1,80})=(0|[1-9]\d?)$/.exec(entry))
    .filter((match) => match !== null);
  return new Map(entries.map(([, key = '', bucket]) => [key, Number(bucket)]));
}

/** Whether a key came with a release after the served one. Then another web server has that release, and assigned the bucket. */
function isLater(key: string, served: number): boolean {
  return Number(/-(\d+)$/.exec(key)?.[1] ?? 0) > served;
}

/** The buckets of a visitor with this page: one for each key in use, chosen at random where there is none. Those of ended canaries are dropped. */
export function assignBuckets(known: Buckets, { bucketingKeys, number }: LiveViews): Buckets {
  if (known.size === 0 && bucketingKeys.length === 0) return known;
  const kept = [...known].filter(([key]) => isLater(key, number));
  const running = bucketingKeys.map((key): [string, number] => [key, known.get(key) ?? randomInt(BUCKET_COUNT)]);
  return new Map([...running, ...kept]);
}

/** The `Set-Cookie` header that makes a browser keep these buckets; none if it keeps them already. */
export function bucketCookies(cookies: Cookies, isSecure: boolean, buckets: Buckets): readonly string[] {
  const name = isSecure ? NAMES.secure : NAMES.other;
  const value = [...buckets].map(([key, bucket]) => `${key}=${String(bucket)}`).join('&');
  if ((cookies[name] ?? '') === value) return [];
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const maxAge = value === '' ? 0 : AGE_SECONDS;
  return [stringifySetCookie({ name, value, maxAge, ...options }, { encode: (text) => text })];
}
