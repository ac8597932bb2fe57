import type { Access } from '@portal/contract/declaration';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import type { SampleBuild } from '../testing.ts';
import { promoteAll, rollBack, yank } from '../testing.ts';

const TITLE = { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' };
const ROUTE = {
  title: 'title',
  access: 'open',
  page: 'main',
  skeleton: 'table',
  reads: [] satisfies string[],
} as const;
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
});
afterEach(() => sample.remove());

/** A declaration whose page sends users without a role elsewhere. */
function leadsTo(path: string, otherwise: string): Partial<SampleBuild> {
  const access: Access = { role: 'x', otherwise };
  return { declaration: { routes: [{ path, title: 'title', access, page: 'main', skeleton: 'table', reads: [] }] } };
}

test('a remote that leads visitors in a circle with one that stays is refused, also as a canary or with another canary', async () => {
  await sample.publish('mfe-legal', '1.1.0', leadsTo('/legal', '/hubs'));
  await promoteAll(sample.store, { 'mfe-legal': '1.1.0' }, { percent: 10 });
  await sample.publish('mfe-hubs', '1.1.0', leadsTo('/hubs', '/legal'));
  const requests = [
    () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }),
    () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 }),
    () => rollBack(sample.store, 'mfe-hubs', '1.1.0'),
  ];
  for (const request of requests)
    await expect(request()).rejects.toMatchObject({
      refusals: [
        {
          rule: 'redirect-loop',
          sides: ['mfe-legal 1.1.0', 'mfe-hubs 1.1.0'],
          remedy: expect.stringContaining('canary of'),
        },
      ],
    });
  expect((await sample.store.latestRelease())?.number).toBe(2);
});

test('a version that exceeds a limit is never the fallback, also after a yank of the one that is', async () => {
  await sample.smuggle('mfe-hubs', '1.1.0', { declaration: { texts: { title: TITLE } } });
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  const key = 'artifacts/mfe-hubs/versions/1.1.0.json';
  const document: unknown = JSON.parse(await sample.read(key));
  await sample.lose(key);
  await sample.write(key, JSON.stringify(document).replace('"fr":"Hubs"', `"fr":"${'x'.repeat(301)}"`));
  await sample.publish('mfe-hubs', '1.2.0');
  const { release } = await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
  expect(release.remotes['mfe-hubs']?.fallback?.version).toBe('1.0.0');
  const yanked = await yank(sample.store, 'mfe-hubs', '1.0.0');
  expect(yanked.release?.remotes['mfe-hubs']?.fallback).toBeNull();
});

describe('declarations that are small each and too large together', () => {
  const texts = Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [
      index === 0 ? 'title' : `text${String(index)}`,
      { en: 'x'.repeat(300), de: 'x'.repeat(300), fr: 'x'.repeat(300), nl: 'x'.repeat(300) },
    ]),
  );
  const names = ['mfe-a', 'mfe-b', 'mfe-c', 'mfe-d', 'mfe-e'];
  const getVersions = (parts: readonly string[]) => Object.fromEntries(parts.map((name) => [name, '1.0.0']));

  beforeEach(async () => {
    for (const name of names) await sample.publish(name, '1.0.0', { declaration: { texts } });
  });

  test.each([
    { way: 'all at once', before: [], request: () => promoteAll(sample.store, getVersions(names)), who: '' },
    {
      way: 'the last one as a canary',
      before: names.slice(0, 4),
      request: () => promoteAll(sample.store, getVersions(['mfe-e']), { percent: 10 }),
      who: 'canary of mfe-e',
    },
    {
      way: 'the last one by a rollback',
      before: names.slice(0, 4),
      request: () => rollBack(sample.store, 'mfe-e', '1.0.0'),
      who: '',
    },
    {
      way: 'two canaries, of which a visitor may get both',
      before: names.slice(0, 3),
      canary: 'mfe-d',
      request: () => promoteAll(sample.store, getVersions(['mfe-e']), { percent: 10 }),
      who: 'canary of mfe-d, mfe-e',
    },
  ])('are refused: $way [T303]', async ({ before, canary, request, who }) => {
    if (before.length > 0) await promoteAll(sample.store, getVersions(before));
    if (canary !== undefined) await promoteAll(sample.store, getVersions([canary]), { percent: 10 });
    await expect(request()).rejects.toMatchObject({
      refusals: [
        {
          rule: 'over-limit',
          sides: ['shell 1.0.0', 'mfe-hubs 1.0.0', 'mfe-legal 1.0.0', ...names.map((name) => `${name} 1.0.0`)],
          problem: expect.stringMatching(/8 parts .*2\d{5} bytes.*262144/),
          remedy: expect.stringContaining(who),
        },
      ],
    });
  });
});

test('a release that would not fit into the reserve of a full store is refused, and a rollback is not', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  const reason = 'x'.repeat(3_000_000);
  const promotion = promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { reason });
  await expect(promotion).rejects.toThrow(/^\[over-limit\] .*300\d{4} bytes.*2097152/);
  expect(await rollBack(sample.store, 'mfe-hubs', '1.1.0', { reason })).toMatchObject({ release: { number: 2 } });
});

test('routes of all parts depend on at most eight features together, because each doubles the ways to try', async () => {
  const whens = (letter: string) =>
    Array.from({ length: 4 }, (_, index) => ({
      ...ROUTE,
      path: `/${letter}/x${index}`,
      when: { [`${letter}${index}`]: true },
    }));
  const parts = ['a', 'b', 'c'];
  for (const letter of parts)
    await sample.publish(`mfe-${letter}`, '1.0.0', { declaration: { routes: whens(letter) } });
  const versions = Object.fromEntries(parts.map((letter) => [`mfe-${letter}`, '1.0.0']));
  await expect(promoteAll(sample.store, versions)).rejects.toMatchObject({
    refusals: [
      {
        rule: 'over-limit',
        problem: expect.stringMatching(/6 parts .*12 features .*\(a0, a1/),
      },
    ],
  });
});

const withStyles = (css: string, part = 'mfe-hubs') =>
  sample.publish(part, '1.1.0', { contents: { 'entry.js': part, 'hubs.css': css } });

test.each([
  '*{display:none}',
  'body{margin:0}',
  'main{}',
  ':root{--gap:0}',
  '@layer components{@media print{.hubs,a{color:red}}}',
  'a:not(.hub){color:red}',
  ':is(.hub,*){color:red}',
  'main:has(.hub){color:red}',
  '[data-x=".hub"]{color:red}',
  '#main{color:red}',
  '.hubs{',
])('a remote with the style sheet %s is refused, because it would change the whole portal', async (css) => {
  await expect(withStyles(css)).rejects.toMatchObject({ rule: 'global-style' });
});

test('the refusal names the selector and the file', async () => {
  await expect(withStyles('body,.hub{margin:0}')).rejects.toThrow(
    /^\[global-style\] hubs\.\w+\.css of mfe-hubs 1\.1\.0 styles "body"/,
  );
});

test.each([
  '@layer components{.hub>tr:first-child::before{color:red}:is(.hub,.hubs) td{color:red}}',
  '@keyframes come{from{opacity:0}to{opacity:1}}.hub{animation:come 1s;&:hover{color:red}span{color:red}}',
  'main:has(.hub)>.page-head{display:none}@font-face{font-family:Own}',
])('a remote that styles its own classes is published: %s', async (css) => {
  await expect(withStyles(css)).resolves.toBeUndefined();
});

test('the shell styles the whole page', async () => {
  await expect(withStyles('body{margin:0}', 'shell')).resolves.toBeUndefined();
});
