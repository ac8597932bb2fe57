import { expect, test } from '@jest/globals';
import type { ArtifactManifest } from './artifact.ts';
import { BUCKETS, distinctBuckets, viewForBucket } from './release-view.ts';
import type { Release } from './release.ts';

function part(name: string, version: string) {
  const manifest: ArtifactManifest = {
    schema: 1,
    name,
    version,
    files: {},
    entry: 'entry.0123456789abcdef.js',
    styles: [],
    pages: {},
    declaration: { name, contract: '^1.0.0', routes: [], header: [], texts: {} },
  };
  return { version, builtAt: '2026-11-01T00:00:00.000Z', manifest };
}

function withCanaries(shares: Readonly<Record<string, number>>): Release {
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
      Object.entries(shares).map(([name, percent]) => [
        name,
        { ...part(name, '1.1.0'), percent, since: '2026-11-01T00:00:00.000Z' },
      ]),
    ),
  };
}

function visitorsInCanary(release: Release, name: string): readonly number[] {
  return Array.from({ length: BUCKETS }, (_, bucket) => bucket).filter((bucket) =>
    viewForBucket(release, bucket).canaryParts.includes(name),
  );
}

test('a share of ten per cent gives the canary to ten of the hundred buckets', () => {
  const release = withCanaries({ 'mfe-hubs': 10 });
  expect(visitorsInCanary(release, 'mfe-hubs')).toHaveLength(10);
  expect(viewForBucket(release, 0).remotes['mfe-hubs']?.version).toBe('1.1.0');
  expect(viewForBucket(release, 99).remotes['mfe-hubs']?.version).toBe('1.0.0');
  expect(viewForBucket(release, 0).remotes['mfe-account']?.version).toBe('1.0.0');
});

test('a growing share keeps all its visitors', () => {
  for (let percent = 1; percent < 99; percent++) {
    const larger = visitorsInCanary(withCanaries({ 'mfe-hubs': percent + 1 }), 'mfe-hubs');
    for (const bucket of visitorsInCanary(withCanaries({ 'mfe-hubs': percent }), 'mfe-hubs'))
      expect(larger).toContain(bucket);
  }
});

test('canaries of two parts with the same share reach the same visitors', () => {
  const release = withCanaries({ 'mfe-hubs': 30, 'mfe-account': 30 });
  expect(visitorsInCanary(release, 'mfe-hubs')).toEqual(visitorsInCanary(release, 'mfe-account'));
});

test('a canary falls back to the version of all other visitors', () => {
  expect(viewForBucket(withCanaries({ 'mfe-hubs': 10 }), 0).remotes['mfe-hubs']?.fallback?.version).toBe('1.0.0');
});

test('a canary of the shell drops fallbacks that it cannot run, and other visitors keep theirs', () => {
  const release = withCanaries({ shell: 5, 'mfe-hubs': 5 });
  release.remotes['mfe-account'] = { ...part('mfe-account', '1.0.0'), fallback: part('mfe-account', '0.9.0') };
  const canary = release.canaries['shell'];
  if (canary) canary.manifest.declaration.contract = '^2.0.0';
  const fallbacks = (bucket: number) =>
    Object.values(viewForBucket(release, bucket).remotes).map(({ fallback }) => fallback?.version ?? null);
  expect(fallbacks(4)).toEqual([null, null]);
  expect(fallbacks(5)).toEqual(['0.9.0', '0.9.0']);
});

test('the shell, and a remote that is not live yet, can be a canary', () => {
  const visitor = viewForBucket(withCanaries({ shell: 5, 'mfe-new': 5 }), 4);
  expect(visitor.shell.version).toBe('1.1.0');
  expect(visitor.remotes['mfe-new']).toMatchObject({ version: '1.1.0', fallback: null });
  expect(viewForBucket(withCanaries({ 'mfe-new': 5 }), 5).remotes['mfe-new']).toBeUndefined();
});

test('one bucket for each kind of visitor covers every view of a release', () => {
  const release = withCanaries({ 'mfe-hubs': 10, 'mfe-account': 30 });
  const kinds = distinctBuckets(release).map((bucket) => viewForBucket(release, bucket).canaryParts.join());
  expect(kinds).toEqual(['', 'mfe-account', 'mfe-account,mfe-hubs']);
  const all = Array.from({ length: BUCKETS }, (_, bucket) => viewForBucket(release, bucket).canaryParts.join());
  expect(new Set(all)).toEqual(new Set(kinds));
});
