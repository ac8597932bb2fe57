import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  ACCESS_TOKEN_COOKIE,
  CHOICE_COOKIE_SECONDS,
  REFRESH_TOKEN_COOKIE,
  TOKEN_COOKIE_SECONDS,
} from '@portal/contract/cookies';
import { CHOSEN_LANGUAGE_COOKIE, USER_LANGUAGE_COOKIE } from '@portal/contract/language';
import { OWN_FILES_COOKIE, OWN_FILES_SECONDS } from '@portal/contract/page-elements';
import { THEME_COOKIE } from '@portal/contract/theme';
import { BUCKETS_SECONDS } from './releases/views.ts';
import { VISIT_SECONDS } from './visits/visit-token.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** How long each cookie lasts; undefined where something else decides. */
const SECONDS: Readonly<Record<string, number | undefined>> = {
  [ACCESS_TOKEN_COOKIE]: TOKEN_COOKIE_SECONDS,
  [REFRESH_TOKEN_COOKIE]: TOKEN_COOKIE_SECONDS,
  [CHOSEN_LANGUAGE_COOKIE]: CHOICE_COOKIE_SECONDS,
  [USER_LANGUAGE_COOKIE]: CHOICE_COOKIE_SECONDS,
  [THEME_COOKIE]: CHOICE_COOKIE_SECONDS,
  [OWN_FILES_COOKIE]: OWN_FILES_SECONDS,
  portal_buckets: BUCKETS_SECONDS,
  portal_visit: VISIT_SECONDS,
  portal_try: 1,
  portal_preview: undefined,
};
const UNITS = { year: 365 * 24 * 60 * 60, day: 24 * 60 * 60, hour: 60 * 60, second: 1 } as const;

/** "2 days", in a language. */
function duration(seconds: number, language: string): string {
  const units = Object.entries(UNITS);
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    .format(seconds / length)
    .replace(/\s/, ' ');
}

test('these are all cookies of the portal', () => {
  const sources = globSync('{packages/{portal,delivery}/*,shell}/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test|testing/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const names = sources.flatMap((source) =>
    [...source.matchAll(/(?:COOKIE = (?:namesFor\()?|ownCookieName\()'(\w+)'|''\}(portal_\w+)`/g)].map(
      ([, constant, inTemplate]) => constant ?? inTemplate,
    ),
  );
  expect(new Set(names)).toEqual(new Set(Object.keys(SECONDS)));
});

const policies = globSync('mfe-legal/documents/privacy-policy/*/*.md', { cwd: ROOT }).toSorted();

test.each(policies)('%s names each cookie and how long it lasts', (file) => {
  const lines = readFileSync(join(ROOT, file), 'utf8').replaceAll(' ', ' ').split('\n');
  const language = file.replace(/^.*\/(..).*$/, '$1');
  const missing = Object.entries(SECONDS).filter(([name, seconds]) => {
    const line = lines.find((each) => each.startsWith('- ') && each.includes(`**${name}**`)) ?? '';
    const lasts = seconds === undefined ? name : duration(seconds, language);
    return !new RegExp(`\\b${lasts}\\b`).test(line);
  });
  expect(missing).toEqual([]);
});
