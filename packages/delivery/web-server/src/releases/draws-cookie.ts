import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Cookies } from 'cookie';
import { ownCookieName } from '@portal/contract/cookies';
import type { DrawnNumbers } from '@portal/release/format/release-view';
import { DRAW_NUMBERS, MAX_DRAWS, NO_NUMBERS } from '@portal/release/format/release-view';
import type { LiveViews } from './visitor-view.ts';

/** Cookie of the visitor's numbers, one for each running draw: "mfe-hubs-12=37&shell-13=5". */
const DRAWS_COOKIE = 'portal_draws';
const NAMES = { secure: ownCookieName(DRAWS_COOKIE, true), other: ownCookieName(DRAWS_COOKIE, false) };
/** 90 days, in seconds: longer than any canary. */
const AGE_SECONDS = 90 * 24 * 60 * 60;
/** Web servers that have different releases for a moment each add the numbers of their own draws. */
const MAX_ENTRIES = 2 * MAX_DRAWS;

export const cookiesOf = ({ cookie = '' }: IncomingHttpHeaders): Cookies => parseCookie(cookie);

/** The numbers that a visitor has. A visitor writes the cookie, so whatever is no number of a draw is ignored. */
export function readNumbers(cookies: Cookies, isSecure: boolean): DrawnNumbers {
  const text = cookies[isSecure ? NAMES.secure : NAMES.other] ?? '';
  if (text === '') return NO_NUMBERS;
  const entries = text
    .split('&', MAX_ENTRIES)
    .map((entry) => /^([a-z0-9-]{1,80})=(0|[1-9]\d?)$/.exec(entry))
    .filter((match) => match !== null);
  return new Map(entries.map(([, draw = '', number]) => [draw, Number(number)]));
}

/** Whether a draw began with a release after the served one. Then another web server has that release, and drew the number. */
function isLater(draw: string, served: number): boolean {
  return Number(/-(\d+)$/.exec(draw)?.[1] ?? 0) > served;
}

/** The numbers of a visitor with this page: of each running draw, newly drawn where there is none. Those of ended draws are dropped. */
export function drawNumbers(known: DrawnNumbers, { draws, number }: LiveViews): DrawnNumbers {
  if (known.size === 0 && draws.length === 0) return known;
  const kept = [...known].filter(([draw]) => isLater(draw, number));
  const running = draws.map((draw): [string, number] => [draw, known.get(draw) ?? randomInt(DRAW_NUMBERS)]);
  return new Map([...running, ...kept]);
}

/** The `Set-Cookie` header that makes a browser keep these numbers; none if it keeps them already. */
export function drawsCookies(cookies: Cookies, isSecure: boolean, numbers: DrawnNumbers): readonly string[] {
  const name = isSecure ? NAMES.secure : NAMES.other;
  const value = [...numbers].map(([draw, number]) => `${draw}=${String(number)}`).join('&');
  if ((cookies[name] ?? '') === value) return [];
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const maxAge = value === '' ? 0 : AGE_SECONDS;
  return [stringifySetCookie({ name, value, maxAge, ...options }, { encode: (text) => text })];
}
