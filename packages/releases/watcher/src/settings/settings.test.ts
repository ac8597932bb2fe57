import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SettingError } from '@portal/node-kit/settings';
import { findPlanPause } from './plan-pauses.ts';
import { NO_SETTINGS, WATCHER_SETTINGS } from './settings.ts';

let folder = '';
let file = '';
const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watcher-settings-'));
  file = join(folder, 'watcher.json');
});
afterEach(() => rm(folder, { recursive: true }));

async function read(settings: unknown, environment: Readonly<Record<string, string>> = {}) {
  await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
  return WATCHER_SETTINGS.read(file, 'WATCHER_SETTINGS', environment);
}

test('without a file every canary may be ended, and nobody is told', () => {
  expect(WATCHER_SETTINGS.read('', 'WATCHER_SETTINGS', {})).toBe(NO_SETTINGS);
});

test('every setting can be set; secrets come from the environment or another file [T405]', async () => {
  const password = join(folder, 'password');
  await writeFile(password, 'pass word\n');
  const settings = await read(
    {
      parts: { 'mfe-hubs': { endsByItself: false } },
      planPauses: [{ timeZone: 'Europe/Berlin', weekly: { from: 'Fri 16:00', to: 'Mon 08:00' } }],
      webhooks: [{ url: 'https://hooks.example.com/releases', secret: { env: 'HOOK_SECRET' } }],
      mail: {
        host: 'smtp.example.com',
        user: 'portal',
        password: { file: password },
        from: 'a@example.com',
        to: ['b@example.com'],
      },
    },
    { HOOK_SECRET: SECRET },
  );
  expect(settings).toMatchObject({
    parts: { 'mfe-hubs': { endsByItself: false } },
    webhooks: [{ url: 'https://hooks.example.com/releases' }],
    mail: { port: 587, security: 'starttls', login: { user: 'portal', pass: 'pass word' } },
  });
  expect(Buffer.from(settings.webhooks[0]?.key ?? []).toString()).toBe('a secret of twenty-four b');
});

const HOOK = { url: 'https://hooks.example.com', secret: { env: 'HOOK_SECRET' } };
const MAIL = { host: 'smtp.example.com', from: 'a@example.com', to: ['b@example.com'] };

test.each<[unknown, string]>([
  ['{', 'which is not JSON'],
  [{ part: {} }, '"part"'],
  [{ parts: { 'mfe-hubs': { endsByItself: 'no' } } }, '"parts.mfe-hubs.endsByItself"'],
  [{ planPauses: [{ timeZone: 'Mars' }] }, '"planPauses.0.timeZone"'],
  [{ planPauses: [{ timeZone: 'UTC', weekly: { from: 'Friday', to: 'Mon 08:00' } }] }, '"planPauses.0.weekly.from"'],
  [{ planPauses: [{ timeZone: 'UTC' }] }, '"planPauses.0"'],
  [{ planPauses: [{ timeZone: 'UTC', weekly: { from: 'Fri 16:00', to: 'Fri 16:00' } }] }, '"planPauses.0.weekly"'],
  [{ planPauses: [{ timeZone: 'UTC', dates: { from: '2027-01-03', to: '2026-12-20' } }] }, '"planPauses.0.dates"'],
  [{ planPauses: [{ timeZone: 'UTC', dates: { from: '2026-12-24', to: '2026-12-24' } }] }, '"planPauses.0.dates"'],
  [{ webhooks: [{ url: 'hooks.example.com', secret: { env: 'A' } }] }, '"webhooks.0.url"'],
  [{ webhooks: [{ ...HOOK, url: 'https://anna:hunter2@hooks.example.com' }] }, '"webhooks.0.url"'],
  ['{"webhooks":[{"url":"https://hooks.example.com/hunter2" "secret":1}]}', 'which is not JSON'],
  [{ webhooks: [{ ...HOOK, secret: SECRET }] }, '"webhooks.0.secret"'],
  [{ webhooks: [{ ...HOOK, secret: { env: 'NONE' } }] }, '"webhooks.0.secret"'],
  [{ webhooks: [{ ...HOOK, secret: { file: '/none' } }] }, '"webhooks.0.secret"'],
  [{ webhooks: [{ ...HOOK, secret: { env: 'BLANK' } }] }, '"webhooks.0.secret"'],
  [{ mail: { ...MAIL, user: 'portal', password: { file: '/dev/null' } } }, '"mail.password"'],
  [{ webhooks: [HOOK] }, '"webhooks.0.secret"'],
  [{ mail: { ...MAIL, to: [] } }, '"mail.to"'],
  [{ mail: { ...MAIL, user: 'portal' } }, '"mail"'],
])('%j is refused, with the name of the key, and without a secret', async (settings, message) => {
  const error = await read(settings, { HOOK_SECRET: 'hunter2', BLANK: ' ' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingError);
  const said = error instanceof Error ? error.message : '';
  expect(said).toContain(message);
  expect(said).toContain(file);
  expect(said).not.toContain('hunter2');
});

describe('a plan pause', () => {
  const WEEKEND = { timeZone: 'Europe/Berlin', weekly: { from: 'Fri 16:00', to: 'Mon 08:00' } };
  const at = (time: string) => findPlanPause([WEEKEND], Date.parse(time));

  test.each([
    ['2026-11-20T14:59:00Z', undefined],
    ['2026-11-20T15:00:00Z', 'Fri 16:00 to Mon 08:00 (Europe/Berlin)'],
    ['2026-11-22T12:00:00Z', 'Fri 16:00 to Mon 08:00 (Europe/Berlin)'],
    ['2026-11-23T06:59:00Z', 'Fri 16:00 to Mon 08:00 (Europe/Berlin)'],
    ['2026-11-23T07:00:00Z', undefined],
    // Summer time: 16:00 there is 14:00 UTC.
    ['2026-07-03T13:59:00Z', undefined],
    ['2026-07-03T14:00:00Z', 'Fri 16:00 to Mon 08:00 (Europe/Berlin)'],
  ])('of every weekend in its time zone at %s: %s', (time, planPause) => {
    expect(at(time)).toBe(planPause);
  });

  test.each([
    ['2026-07-07T07:59:00Z', undefined],
    ['2026-07-07T08:00:00Z', 'Tue 08:00 to Thu 18:00 (UTC)'],
    ['2026-07-09T17:59:00Z', 'Tue 08:00 to Thu 18:00 (UTC)'],
    ['2026-07-09T18:00:00Z', undefined],
  ])('within one week, the second of the list, at %s: %s', (time, planPause) => {
    const midweek = { timeZone: 'UTC', weekly: { from: 'Tue 08:00', to: 'Thu 18:00' } };
    expect(findPlanPause([WEEKEND, midweek], Date.parse(time))).toBe(planPause);
  });

  test.each([
    ['2026-12-19T22:59:00Z', undefined],
    ['2026-12-19T23:00:00Z', '2026-12-20 to 2027-01-03 06:00 (Europe/Berlin)'],
    ['2027-01-03T04:59:00Z', '2026-12-20 to 2027-01-03 06:00 (Europe/Berlin)'],
    ['2027-01-03T05:00:00Z', undefined],
  ])('between two dates at %s: %s', (time, planPause) => {
    const dates = { from: '2026-12-20', to: '2027-01-03 06:00' };
    expect(findPlanPause([{ timeZone: 'Europe/Berlin', dates }], Date.parse(time))).toBe(planPause);
  });
});
