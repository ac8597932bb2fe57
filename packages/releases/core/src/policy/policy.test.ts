import { getViews } from '../format/release.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RefusedError } from './refusal.ts';
import { applyRequest } from '../operations/apply-request.ts';
import { publishVersion } from '../operations/publish-version.ts';
import { SIGNATURES, SampleStore, WHO } from '../operations/testing.ts';
import type { Refusal } from './refusal.ts';
import { endCanary, contentName, promoteAll, rollBack, yank } from '../testing.ts';
import type { SampleBuild } from '../testing.ts';

const route = (path: string) => ({ path, title: 'title', access: 'open', page: 'main', skeleton: 'table' }) as const;
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
});
afterEach(() => sample.remove());

/** Why a request is refused; empty if it is carried out. */
async function readRefusals(request: Promise<unknown>): Promise<readonly Refusal[]> {
  try {
    await request;
  } catch (error) {
    if (error instanceof RefusedError) return error.refusals;
    throw error;
  }
  return [];
}

const file = async (version: string) => {
  const { entry } = await sample.store.readManifest('mfe-hubs', version);
  return `artifacts/mfe-hubs/${entry}`;
};

/** How to make mfe-hubs 1.1.0 break a rule, at its build or after its publication, and what the refusal names. */
interface Breach extends Pick<Refusal, 'rule' | 'sides'> {
  readonly build?: Partial<SampleBuild>;
  readonly spoil?: () => Promise<unknown>;
  /** Besides the sides. */
  readonly names?: readonly string[];
}

const ENTRY = `artifacts/mfe-hubs/${contentName('entry.js', 'mfe-hubs 1.1.0')}`;
const MANIFEST = 'artifacts/mfe-hubs/versions/1.1.0.json';

const BETWEEN: readonly Breach[] = [
  {
    rule: 'incompatible',
    build: { shared: { requires: { react: '^18.0.0' } } },
    sides: ['mfe-hubs 1.1.0', 'shell 1.0.0'],
    names: ['react ^18.0.0', 'react 19.3.1'],
  },
  {
    rule: 'incompatible',
    build: { shared: { imports: { react: ['useGone', 'useNew', 'useState'], '@portal/unlisted': ['any'] } } },
    sides: ['mfe-hubs 1.1.0', 'shell 1.0.0'],
    names: ['useGone, useNew from react'],
  },
  {
    rule: 'incompatible',
    build: {
      shared: { signatures: { '@portal/session': { useDraft: [SIGNATURES.newer], useUser: [SIGNATURES.former] } } },
    },
    sides: ['mfe-hubs 1.1.0', 'shell 1.0.0'],
    names: ['useDraft from @portal/session'],
  },
  {
    rule: 'path-taken',
    build: { declaration: { routes: [{ ...route('/legal'), reads: [] }] } },
    sides: ['mfe-hubs 1.1.0', 'mfe-legal 1.0.0'],
    names: ['"/legal"'],
  },
];
const OF_ITS_BUILD: readonly Breach[] = [
  {
    rule: 'path-taken',
    build: { declaration: { routes: [{ ...route('/reports'), reads: [] }] } },
    sides: ['mfe-hubs 1.1.0', 'the web server'],
    names: ['"/reports"'],
  },
  {
    rule: 'unmarked-read',
    build: { declaration: { routes: [{ ...route('/hubs'), reads: ['hubs', 'account/logout'] }] }, safeReads: ['hubs'] },
    sides: ['mfe-hubs 1.1.0', 'account/logout'],
    names: ['safe-reads.json'],
  },
  {
    rule: 'redirect-loop',
    build: { declaration: { redirects: [{ from: '/hubs', to: '/hubs' }] } },
    sides: ['mfe-hubs 1.1.0'],
    names: ['"/hubs"'],
  },
  {
    rule: 'over-limit',
    build: { declaration: { texts: { title: { en: 'Hubs', de: 'Hubs', fr: 'x'.repeat(400_000), nl: 'Hubs' } } } },
    sides: ['mfe-hubs 1.1.0', 'the limits of a declaration'],
    names: ['"texts.title.fr"', '300'],
  },
];
const OF_ITSELF: readonly Breach[] = [
  ...OF_ITS_BUILD,
  {
    rule: 'version-yanked',
    spoil: () => yank(sample.store, 'mfe-hubs', '1.1.0'),
    sides: ['mfe-hubs 1.1.0', 'yanked by a test'],
    names: ['to try'],
  },
  {
    rule: 'not-published',
    spoil: () => sample.lose(MANIFEST),
    sides: ['mfe-hubs 1.1.0', 'the store'],
    names: ['npm run release -- status mfe-hubs'],
  },
  { rule: 'manifest', spoil: () => sample.write(MANIFEST, '[]'), sides: ['mfe-hubs 1.1.0', MANIFEST] },
  { rule: 'files-differ', spoil: () => sample.lose(ENTRY), sides: ['mfe-hubs 1.1.0', ENTRY] },
  {
    rule: 'files-differ',
    spoil: () => sample.write(ENTRY, 'altered'),
    sides: ['mfe-hubs 1.1.0', ENTRY],
    names: ['7 bytes', '14'],
  },
];

const REQUESTS = {
  promote: () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }),
  canary: () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 }),
  rollback: () => rollBack(sample.store, 'mfe-hubs', '1.1.0'),
} as const;

describe.each([...BETWEEN, ...OF_ITSELF])('the rule $rule', (breach) => {
  const { rule, sides, build, spoil, names = [] } = breach;
  test.each(['promote', 'canary', 'rollback'] as const)(
    'applies to %s; the refusal names both sides and what conflicts',
    async (action) => {
      await sample.smuggle('mfe-hubs', '1.1.0', build);
      await spoil?.();
      const refusals = await readRefusals(REQUESTS[action]());
      expect(refusals).toMatchObject([{ rule, sides }]);
      const words = refusals.map(({ problem, remedy }) => `${problem} ${remedy}`).join();
      const isMetInCanary = action === 'canary' && BETWEEN.includes(breach);
      for (const name of [...names, 'mfe-hubs 1.1.0', ...(isMetInCanary ? ['canary of mfe-hubs'] : [])])
        expect(words).toContain(name);
      expect((await sample.store.latestRelease())?.number).toBe(1);
    },
  );
});

test.each(BETWEEN)('the rule $rule applies to publishing, unless --ahead is given', async ({ rule, sides, build }) => {
  const folder = await sample.build('mfe-hubs', '1.1.0', build);
  expect(await readRefusals(publishVersion(sample.store, { folder }))).toMatchObject([
    { rule, sides, remedy: expect.stringContaining('--ahead') },
  ]);
  expect(await sample.store.versions('mfe-hubs')).toEqual(['1.0.0']);
  expect(await publishVersion(sample.store, { folder, ahead: true })).toMatchObject({ result: 'published' });
});

test.each(OF_ITS_BUILD)('the rule $rule applies to publishing, even with --ahead', async ({ rule, sides, build }) => {
  const folder = await sample.build('mfe-hubs', '1.1.0', build);
  expect(await readRefusals(publishVersion(sample.store, { folder, ahead: true }))).toMatchObject([{ rule, sides }]);
});

test('refuses to publish a yanked version again', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await yank(sample.store, 'mfe-hubs', '1.1.0');
  const folder = await sample.build('mfe-hubs', '1.1.0');
  expect(await readRefusals(publishVersion(sample.store, { folder, ahead: true }))).toMatchObject([
    { rule: 'version-yanked' },
  ]);
});

test('names each shared module that the shell does not provide, or not in the required range [T300]', async () => {
  await sample.publish('shell', '1.1.0', { shared: { provides: { react: '19.3.1', '@portal/ui': '1.0.0' } } });
  await promoteAll(sample.store, { shell: '1.1.0' });
  const requires = { react: '^19.0.0', '@portal/ui': '^2.0.0', '@portal/maps': '^1.0.0' };
  await sample.publish('mfe-hubs', '1.1.0', { shared: { requires } });
  expect(await readRefusals(REQUESTS.promote())).toMatchObject([
    { rule: 'incompatible', problem: expect.stringMatching(/ui \^2\.0\.0.*ui 1\.0\.0/) },
    { rule: 'incompatible', problem: expect.stringContaining('@portal/maps ^1.0.0') },
  ]);
});

describe('two parts that fit only each other', () => {
  const PAIR = { shell: '2.0.0', 'mfe-hubs': '2.0.0' };

  beforeEach(async () => {
    await sample.publish('shell', '2.0.0', { shared: { provides: { react: '20.0.0' } } });
    await sample.publish('mfe-hubs', '2.0.0', { shared: { requires: { react: '^20.0.0' } } });
    await sample.publish('shell', '1.1.0', { shared: { provides: { react: '19.0.0' } } });
    await promoteAll(sample.store, { shell: '1.1.0' });
  });

  test('keep the fallbacks for visitors outside the canary, and drop those that its shell cannot run for visitors in it', async () => {
    const requires = { react: '^19.0.0' };
    for (const name of ['mfe-hubs', 'mfe-legal'])
      for (const version of ['1.1.0', '1.2.0']) {
        // The live mfe-legal runs in both shells, the version before it only in the old one.
        await sample.publish(name, version, name === 'mfe-hubs' || version === '1.1.0' ? { shared: { requires } } : {});
        await promoteAll(sample.store, { [name]: version });
      }
    const { release, changes } = await promoteAll(sample.store, PAIR, { percent: 1 });
    expect(changes.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['canary shell', 'canary mfe-hubs']);
    const views = getViews(release).map(({ remotes }) =>
      Object.values(remotes).map(
        ({ manifest, fallback }) => `${manifest.name} ${manifest.version}, else ${fallback?.version ?? 'none'}`,
      ),
    );
    expect(views).toEqual([
      ['mfe-hubs 1.2.0, else 1.1.0', 'mfe-legal 1.2.0, else 1.1.0'],
      // 1.0.0 runs in every shell.
      ['mfe-hubs 2.0.0, else 1.0.0', 'mfe-legal 1.2.0, else 1.0.0'],
    ]);
  });

  test('cannot be canaries with different shares: some visitors would get one without the other', async () => {
    await promoteAll(sample.store, PAIR, { percent: 10 });
    expect(await readRefusals(promoteAll(sample.store, { 'mfe-hubs': '2.0.0' }, { percent: 20 }))).toMatchObject([
      { rule: 'incompatible', sides: ['mfe-hubs 2.0.0', 'shell 1.1.0'] },
    ]);
  });

  test('cannot end as canaries if the shell goes first', async () => {
    await promoteAll(sample.store, PAIR, { percent: 10 });
    expect(await readRefusals(endCanary(sample.store, 'shell'))).toMatchObject([
      { rule: 'incompatible', sides: ['mfe-hubs 2.0.0', 'shell 1.1.0'] },
    ]);
    expect(await readRefusals(endCanary(sample.store, 'mfe-hubs'))).toEqual([]);
  });
});

test('a dry run lists every broken rule, and writes nothing', async () => {
  await sample.smuggle('mfe-hubs', '1.1.0', {
    shared: { requires: { react: '^18.0.0' } },
    declaration: { routes: [{ ...route('/login'), reads: [] }] },
  });
  const dryRun = applyRequest(sample.store.dryRun(), {
    ...WHO,
    change: { action: 'promote', versions: { 'mfe-hubs': '1.1.0' } },
  });
  expect((await readRefusals(dryRun)).map(({ rule }) => rule)).toEqual(['incompatible', 'path-taken']);
  expect(await sample.store.releaseNumbers()).toEqual([1]);
});

test('a canary with a damaged file cannot grow, but can be ended', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await REQUESTS.canary();
  await sample.write(await file('1.1.0'), 'altered');
  expect(await readRefusals(promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 50 }))).toMatchObject([
    { rule: 'files-differ' },
  ]);
  expect((await endCanary(sample.store, 'mfe-hubs')).release.canaries).toEqual({});
});

describe('a damaged record of a version that could become the fallback', () => {
  beforeEach(async () => {
    for (const version of ['1.1.0', '1.2.0']) {
      await sample.publish('mfe-hubs', version);
      await promoteAll(sample.store, { 'mfe-hubs': version });
    }
  });

  test.each([
    ['yanked', () => yank(sample.store, 'mfe-hubs', '1.0.0'), 'yanked/mfe-hubs/1.0.0.json'],
    [
      'pruned',
      async () => {
        const manifest = await sample.store.readManifest('mfe-hubs', '1.0.0');
        await sample.lose('artifacts/mfe-hubs/versions/1.0.0.json');
        await sample.store.createPruned('mfe-hubs', '1.0.0', {
          schema: 1,
          at: '2025-01-01T00:00:00.000Z',
          by: 'a test',
          manifest,
        });
      },
      'pruned/mfe-hubs/1.0.0.json',
    ],
  ])('(%s) does not block a rollback', async (_, mark, key) => {
    await mark();
    await sample.write(key, '{');
    expect((await rollBack(sample.store, 'mfe-hubs')).release.remotes['mfe-hubs']).toMatchObject({
      version: '1.1.0',
      fallback: null,
    });
    expect(await readRefusals(rollBack(sample.store, 'mfe-hubs', '1.2.0'))).toEqual([]);
    expect(await readRefusals(rollBack(sample.store, 'mfe-hubs', '1.1.0'))).toEqual([]);
  });
});
