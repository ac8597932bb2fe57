import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { DeclarationSchema } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import type { Release } from './release.ts';
import {
  BUCKET_COUNT,
  MAX_BUCKETING_KEYS,
  NO_BUCKETS,
  listBucketingKeys,
  viewFor,
  getViews,
  withVersions,
} from './release.ts';

const ENTRY = 'entry.0123456789abcdef.js';
const TITLE = { en: 'x', de: 'x', fr: 'x', nl: 'x' };

function part(name: string, version: string) {
  const manifest: ArtifactManifest = {
    schema: 1,
    name,
    version,
    files: { [ENTRY]: { integrity: `sha256-${'A'.repeat(43)}=`, size: 1 } },
    entry: ENTRY,
    styles: [],
    pages: { main: [ENTRY] },
    locales: { en: [], de: [], fr: [], nl: [] },
    shared: {
      provides: { react: '19.0.0' },
      requires: { react: '^19.0.0' },
      exports: {},
      imports: {},
      signatures: {},
      reads: { declaration: getFields(DeclarationSchema), page: [] },
    },
    safeReads: [],
    declaration: {
      name,
      routes: [{ path: '/hubs', title: 'title', access: 'open', page: 'main', skeleton: 'table', reads: [] }],
      header: [],
      texts: { title: TITLE },
    },
  };
  return { version, builtAt: '2026-11-01T00:00:00.000Z', manifest };
}

/** Share of each canary, and its bucketing key; by default the bucketing key is its own. */
type Canaries = Readonly<Record<string, { readonly percent: number; readonly bucketingKey?: string }>>;

function withCanaries(canaries: Canaries): Release {
  return {
    schema: 1,
    number: 7,
    previous: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: 'somebody',
    reason: 'a canary',
    action: 'canary',
    urgent: false,
    shell: part('shell', '1.0.0'),
    remotes: {
      'mfe-hubs': { ...part('mfe-hubs', '1.0.0'), fallback: part('mfe-hubs', '0.9.0') },
      'mfe-account': { ...part('mfe-account', '1.0.0'), fallback: null },
    },
    canaries: Object.fromEntries(
      Object.entries(canaries).map(([name, { percent, bucketingKey = `${name}-7` }]) => [
        name,
        { ...part(name, '1.1.0'), percent, since: '2026-11-01T00:00:00.000Z', bucketingKey },
      ]),
    ),
  };
}

const ALL_NUMBERS = Array.from({ length: BUCKET_COUNT }, (_, number) => number);

/** The buckets whose visitors get the canary of `name`, if they have the same bucket for each key. */
function numbersInCanary(release: Release, name: string): readonly number[] {
  return ALL_NUMBERS.filter((number) => canaryParts(release, number).includes(name));
}

/** The canaries of a visitor who has the same number for each bucketing key. */
const canaryParts = (release: Release, number: number) => viewWith(release, number).canaryParts;
const viewWith = (release: Release, number: number) =>
  viewFor(release, new Map(listBucketingKeys(release).map((bucketingKey) => [bucketingKey, number])));

test('a share of ten per cent gives the canary to ten of a hundred buckets', () => {
  const release = withCanaries({ 'mfe-hubs': { percent: 10 } });
  expect(numbersInCanary(release, 'mfe-hubs')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(viewWith(release, 0).remotes['mfe-hubs']?.version).toBe('1.1.0');
  expect(viewWith(release, 99).remotes['mfe-hubs']?.version).toBe('1.0.0');
  expect(viewWith(release, 0).remotes['mfe-account']?.version).toBe('1.0.0');
});

test('a visitor without a number gets no canary', () => {
  expect(viewFor(withCanaries({ 'mfe-hubs': { percent: 99 } }), NO_BUCKETS).canaryParts).toEqual([]);
});

test('two canaries of ten per cent are independent: each has a tenth of the visitors of the other', () => {
  const release = withCanaries({ 'mfe-hubs': { percent: 10 }, 'mfe-account': { percent: 10 } });
  const visitors = new Map<string, number>();
  for (const hubs of ALL_NUMBERS)
    for (const account of ALL_NUMBERS) {
      const buckets = new Map([
        ['mfe-hubs-7', hubs],
        ['mfe-account-7', account],
      ]);
      const parts = viewFor(release, buckets).canaryParts.join();
      visitors.set(parts, (visitors.get(parts) ?? 0) + 1);
    }
  expect(Object.fromEntries(visitors)).toEqual({
    '': 8100,
    'mfe-hubs': 900,
    'mfe-account': 900,
    'mfe-account,mfe-hubs': 100,
  });
});

test('from a canary the version of all other visitors takes over, then the fallback of that', () => {
  const { fallback } = viewWith(withCanaries({ 'mfe-hubs': { percent: 10 } }), 0).remotes['mfe-hubs'] ?? {};
  expect([fallback?.version, fallback?.fallback?.version]).toEqual(['1.0.0', '0.9.0']);
});

test('a second fallback takes the place of a first one that the shell cannot run', () => {
  const release = withCanaries({});
  const first = part('mfe-hubs', '0.9.0');
  release.remotes['mfe-hubs'] = {
    ...part('mfe-hubs', '1.0.0'),
    fallback: { ...first, fallback: part('mfe-hubs', '0.8.0') },
  };
  expect(viewFor(release, NO_BUCKETS).remotes).toMatchObject(release.remotes);
  first.manifest.shared.requires['react'] = '^20.0.0';
  const { fallback } = viewFor(release, NO_BUCKETS).remotes['mfe-hubs'] ?? {};
  expect(fallback).toMatchObject({ version: '0.8.0' });
  expect(fallback).not.toHaveProperty('fallback');
});

test('a canary of the shell drops fallbacks that it cannot run, and other visitors keep theirs', () => {
  const release = withCanaries({ shell: { percent: 5 }, 'mfe-hubs': { percent: 5 } });
  release.remotes['mfe-account'] = { ...part('mfe-account', '1.0.0'), fallback: part('mfe-account', '0.9.0') };
  const canary = release.canaries['shell'];
  if (canary) canary.manifest.shared.provides['react'] = '20.0.0';
  const fallbacks = (number: number) =>
    Object.values(viewWith(release, number).remotes).map(({ fallback }) => fallback?.version ?? null);
  expect(fallbacks(4)).toEqual([null, null]);
  expect(fallbacks(5)).toEqual(['0.9.0', '0.9.0']);
});

test('the shell, and a remote that is not live yet, can be a canary', () => {
  const visitor = viewWith(withCanaries({ shell: { percent: 5 }, 'mfe-new': { percent: 5 } }), 4);
  expect(visitor.shell.version).toBe('1.1.0');
  expect(visitor.remotes['mfe-new']).toMatchObject({ version: '1.1.0', fallback: null });
  expect(viewWith(withCanaries({ 'mfe-new': { percent: 5 } }), 5).remotes['mfe-new']).toBeUndefined();
});

describe('the views of a release', () => {
  const namesIn = (release: Release) => getViews(release).map((view) => view.canaryParts.join());

  test('are all combinations of its bucketing keys, those with fewer canaries before those with more of the same', () => {
    const release = withCanaries({ 'mfe-a': { percent: 10 }, 'mfe-b': { percent: 50 }, shell: { percent: 1 } });
    expect(namesIn(release)).toEqual([
      '',
      'shell',
      'mfe-b',
      'mfe-b,shell',
      'mfe-a',
      'mfe-a,shell',
      'mfe-a,mfe-b',
      'mfe-a,mfe-b,shell',
    ]);
  });

  test('are nested within a bucketing key: who gets the smaller share gets the larger one, too', () => {
    const bucketingKey = 'mfe-a-7';
    const release = withCanaries({ 'mfe-a': { percent: 10, bucketingKey }, 'mfe-b': { percent: 30, bucketingKey } });
    expect(namesIn(release)).toEqual(['', 'mfe-b', 'mfe-a,mfe-b']);
  });

  const bucketingKeys = Array.from({ length: MAX_BUCKETING_KEYS }, (_, index) => `bucketingKey-${String(index)}`);
  const canaries = fc.dictionary(
    fc.constantFrom('shell', 'mfe-hubs', 'mfe-account', 'mfe-new', 'mfe-other'),
    fc.record({ percent: fc.integer({ min: 1, max: 99 }), bucketingKey: fc.constantFrom(...bucketingKeys) }),
  );
  const number = fc.integer({ min: 0, max: BUCKET_COUNT - 1 });

  test('are complete: every visitor gets one of them, and none is listed twice', () => {
    fc.assert(
      fc.property(canaries, fc.array(fc.tuple(fc.constantFrom(...bucketingKeys), number)), (shares, buckets) => {
        const release = withCanaries(shares);
        const names = namesIn(release);
        expect(names).toContain(viewFor(release, new Map(buckets)).canaryParts.join());
        expect(new Set(names).size).toBe(names.length);
        expect(names[0]).toBe('');
      }),
    );
  });

  test('stay those of a visitor while shares grow, apart from canaries that are added', () => {
    fc.assert(
      fc.property(canaries, number, fc.integer({ min: 0, max: 98 }), (shares, visitor, more) => {
        const grown = Object.fromEntries(
          Object.entries(shares).map(([name, { percent, bucketingKey }]) => [
            name,
            { bucketingKey, percent: Math.min(percent + more, 99) },
          ]),
        );
        expect(canaryParts(withCanaries(grown), visitor)).toEqual(
          expect.arrayContaining([...canaryParts(withCanaries(shares), visitor)]),
        );
      }),
    );
  });
});

test('versions in the place of others have no fallback, and the others keep those that run in the shell', () => {
  const release = withCanaries({});
  const account = { ...part('mfe-account', '1.0.0'), fallback: part('mfe-account', '0.9.0') };
  release.remotes['mfe-account'] = account;
  const live = viewFor(release, NO_BUCKETS);
  const shown = (...parts: readonly ReturnType<typeof part>[]) => {
    const { shell, remotes } = withVersions(live, parts) ?? {};
    const each = Object.entries(remotes ?? {}).map(([name, { version, fallback }]) => [
      name,
      version,
      fallback?.version,
    ]);
    return shell && [shell.version, ...each];
  };
  expect(shown(part('mfe-hubs', '1.1.0'), part('mfe-new', '1.0.0'))).toEqual([
    '1.0.0',
    ['mfe-hubs', '1.1.0', undefined],
    ['mfe-account', '1.0.0', '0.9.0'],
    ['mfe-new', '1.0.0', undefined],
  ]);
  account.fallback.manifest.shared.requires['react'] = '^20.0.0';
  expect(shown(part('shell', '1.1.0'))).toEqual([
    '1.1.0',
    ['mfe-hubs', '1.0.0', '0.9.0'],
    ['mfe-account', '1.0.0', undefined],
  ]);
  account.manifest.shared.requires['react'] = '^20.0.0';
  expect(shown(part('shell', '1.1.0'))).toBeUndefined();
});
