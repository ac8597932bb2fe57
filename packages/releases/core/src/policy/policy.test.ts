import { viewsOf } from '../format/release-view.ts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RefusedError } from './refusal.ts';
import { previewRequest } from '../operations/preview-request.ts';
import { publishVersion } from '../operations/publish-version.ts';
import { FORMS, SampleStore, WHO } from '../operations/testing.ts';
import type { Refusal } from './refusal.ts';
import { contentName, promoteAll, rollBack, yank } from '../testing.ts';
import type { SampleBuild } from '../testing.ts';

const route = (path: string) => ({ path, title: 'title', access: 'open', page: 'main', skeleton: 'table' }) as const;
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
});
afterEach(() => sample.remove());

/** Why a request is refused; empty if it is carried out. */
async function refusalsOf(request: Promise<unknown>): Promise<readonly Refusal[]> {
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

/** How to make mfe-hubs 1.1.0 break a rule, at its build or after its publication, and the refusal. */
interface Breach extends Refusal {
  readonly build?: Partial<SampleBuild>;
  readonly spoil?: () => Promise<unknown>;
}

const FIT = 'Release versions of both that fit together, in the same step.';
const VERIFY = '"npm run release -- verify" checks every other file.';
const ENTRY = `artifacts/mfe-hubs/${contentName('entry.js', 'mfe-hubs 1.1.0')}`;
const MANIFEST = 'artifacts/mfe-hubs/versions/1.1.0.json';

const BETWEEN: readonly Breach[] = [
  {
    rule: 'shared-range',
    build: { shared: { requires: { react: '^18.0.0' } } },
    sides: ['mfe-hubs 1.1.0', 'shell 1.0.0'],
    problem: 'mfe-hubs 1.1.0 requires react ^18.0.0, and shell 1.0.0 provides react 19.3.1.',
    remedy: FIT,
  },
  {
    rule: 'missing-name',
    build: { shared: { takes: { react: ['useGone', 'useNew', 'useState'], '@portal/unlisted': ['any'] } } },
    sides: ['mfe-hubs 1.1.0', 'shell 1.0.0'],
    problem: 'mfe-hubs 1.1.0 takes useGone, useNew from react, and shell 1.0.0 does not give that.',
    remedy: FIT,
  },
  {
    rule: 'changed-name',
    build: { shared: { forms: { '@portal/session': { useDraft: [FORMS.newer], useUser: [FORMS.former] } } } },
    sides: ['mfe-hubs 1.1.0', 'shell 1.0.0'],
    problem: 'mfe-hubs 1.1.0 was built with another form of useDraft from @portal/session than shell 1.0.0 gives.',
    remedy: FIT,
  },
  {
    rule: 'route-collision',
    build: { declaration: { routes: [{ ...route('/legal'), reads: [] }] } },
    sides: ['mfe-hubs 1.1.0', 'mfe-legal 1.0.0'],
    problem: 'mfe-hubs 1.1.0 claims "/legal" and mfe-legal 1.0.0 claims "/legal". A path belongs to one part.',
    remedy: 'Release a version of one of them that leaves it out, in the same step.',
  },
];
const RESERVED: Breach = {
  rule: 'path-reserved',
  build: { declaration: { routes: [{ ...route('/reports'), reads: [] }] } },
  sides: ['mfe-hubs 1.1.0', 'the web server'],
  problem: 'mfe-hubs 1.1.0 claims "/reports", and the web server keeps "/reports" for what pages report.',
  remedy: 'Give the page another path in the declaration, and build again.',
};
const UNMARKED: Breach = {
  rule: 'unmarked-read',
  build: { declaration: { routes: [{ ...route('/hubs'), reads: ['hubs', 'account/logout'] }] }, safeReads: ['hubs'] },
  sides: ['mfe-hubs 1.1.0', 'account/logout'],
  problem: 'mfe-hubs 1.1.0 declares the early read "account/logout", which its build did not record as safe.',
  remedy: 'Mark it in safe-reads.json or take it out of the declaration, and build again.',
};
const LOOP: Breach = {
  rule: 'redirect-loop',
  build: { declaration: { redirects: [{ from: '/hubs', to: '/hubs' }] } },
  sides: ['mfe-hubs 1.1.0'],
  problem: 'Visitors would go in a circle: mfe-hubs 1.1.0 leads from "/hubs" to "/hubs".',
  remedy: 'Correct "redirects" or "access" in its declaration, and build again.',
};
const TITLE = { en: 'Hubs', de: 'Hubs', fr: 'x'.repeat(400_000), nl: 'Hubs' };
const TOO_LARGE: Breach = {
  rule: 'over-limit',
  build: { declaration: { texts: { title: TITLE } } },
  sides: ['mfe-hubs 1.1.0', 'the limits of a declaration'],
  problem: 'The declaration of mfe-hubs 1.1.0 is too large: "texts.title.fr": must have at most 300 characters.',
  remedy: 'Shorten it in the declaration, and build again: every page has what it declares for header and footer.',
};
const OF_ITSELF: readonly Breach[] = [
  RESERVED,
  UNMARKED,
  LOOP,
  TOO_LARGE,
  {
    rule: 'version-yanked',
    spoil: () => yank(sample.store, 'mfe-hubs', '1.1.0'),
    sides: ['mfe-hubs 1.1.0', 'yanked by a test'],
    problem: 'mfe-hubs 1.1.0 was yanked by a test at TIME: to try.',
    remedy: 'Release another version; a yank cannot be undone.',
  },
  {
    rule: 'not-published',
    spoil: () => sample.lose(MANIFEST),
    sides: ['mfe-hubs 1.1.0', 'the store'],
    problem: 'mfe-hubs 1.1.0 is not published.',
    remedy: 'Publish it, or choose one of the versions that "npm run release -- status mfe-hubs" lists.',
  },
  {
    rule: 'manifest',
    spoil: () => sample.write(MANIFEST, '[]'),
    sides: ['mfe-hubs 1.1.0', MANIFEST],
    problem: `mfe-hubs 1.1.0 is incomplete: STORE/${MANIFEST} is damaged (WHY).`,
    remedy: `Restore it from a backup, or remove what is left of it and publish mfe-hubs 1.1.0 again. ${VERIFY}`,
  },
  {
    rule: 'file-missing',
    spoil: () => sample.lose(ENTRY),
    sides: ['mfe-hubs 1.1.0', ENTRY],
    problem: `mfe-hubs 1.1.0 is incomplete: STORE/${ENTRY} is missing.`,
    remedy: `Restore it, or publish mfe-hubs again from the sources it was built from. ${VERIFY}`,
  },
  {
    rule: 'file-differs',
    spoil: () => sample.write(ENTRY, 'altered'),
    sides: ['mfe-hubs 1.1.0', ENTRY],
    problem: `mfe-hubs 1.1.0 is incomplete: STORE/${ENTRY} is damaged: it has 7 bytes, and 14 are expected.`,
    remedy: `Remove it and publish mfe-hubs again from the sources it was built from. ${VERIFY}`,
  },
];

/** A refusal without details that differ between runs. */
function steady({ problem, ...refusal }: Refusal): Refusal {
  return {
    ...refusal,
    problem: problem
      .replace(/\bmemory\//, 'STORE/')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'TIME')
      .replace(/damaged \(.*\)/s, 'damaged (WHY)'),
  };
}

const REQUESTS = {
  promote: () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }),
  canary: () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 }),
  rollback: () => rollBack(sample.store, 'mfe-hubs', '1.1.0'),
} as const;

describe.each([...BETWEEN, ...OF_ITSELF])('the rule $rule', ({ build, spoil, ...refusal }) => {
  test.each(['promote', 'canary', 'rollback'] as const)(
    'applies to %s; the refusal names both sides and the remedy',
    async (action) => {
      await sample.smuggle('mfe-hubs', '1.1.0', build);
      await spoil?.();
      const inCanary =
        action === 'canary' && BETWEEN.some(({ rule }) => rule === refusal.rule)
          ? ' (Visitors in the canary of mfe-hubs would meet this.)'
          : '';
      expect((await refusalsOf(REQUESTS[action]())).map(steady)).toEqual([
        { ...refusal, remedy: `${refusal.remedy}${inCanary}` },
      ]);
      expect((await sample.store.latestRelease())?.number).toBe(1);
    },
  );
});

describe.each(BETWEEN)('the rule $rule', ({ build, ...refusal }) => {
  test('applies to publishing on top of the live release, unless --ahead is given', async () => {
    const folder = await sample.build('mfe-hubs', '1.1.0', build);
    expect(await refusalsOf(publishVersion(sample.store, { folder }))).toEqual([
      { ...refusal, remedy: `${refusal.remedy} To publish it ahead of the other: --ahead.` },
    ]);
    expect(await sample.store.versions('mfe-hubs')).toEqual(['1.0.0']);
    expect(await publishVersion(sample.store, { folder, ahead: true })).toMatchObject({ result: 'published' });
  });
});

test.each([RESERVED, UNMARKED, LOOP, TOO_LARGE])(
  'refuses to publish against the rule $rule, even with --ahead',
  async (breach) => {
    const { build, ...refusal } = breach;
    const folder = await sample.build('mfe-hubs', '1.1.0', build);
    expect(await refusalsOf(publishVersion(sample.store, { folder, ahead: true }))).toEqual([refusal]);
  },
);

test('refuses to publish a yanked version again', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await yank(sample.store, 'mfe-hubs', '1.1.0');
  const folder = await sample.build('mfe-hubs', '1.1.0');
  expect(await refusalsOf(publishVersion(sample.store, { folder, ahead: true }))).toMatchObject([
    { rule: 'version-yanked' },
  ]);
});

test('names each shared module that the shell does not provide, or not in the required range [T300]', async () => {
  await sample.publish('shell', '1.1.0', { shared: { provides: { react: '19.3.1', '@portal/ui': '1.0.0' } } });
  await promoteAll(sample.store, { shell: '1.1.0' });
  const requires = { react: '^19.0.0', '@portal/ui': '^2.0.0', '@portal/maps': '^1.0.0' };
  await sample.publish('mfe-hubs', '1.1.0', { shared: { requires } });
  expect((await refusalsOf(REQUESTS.promote())).map(({ problem }) => problem)).toEqual([
    'mfe-hubs 1.1.0 requires @portal/ui ^2.0.0, and shell 1.1.0 provides @portal/ui 1.0.0.',
    'mfe-hubs 1.1.0 requires @portal/maps ^1.0.0, and shell 1.1.0 does not provide @portal/maps.',
  ]);
});

test('checks a rollback of the shell against every remote that stays', async () => {
  await sample.publish('shell', '1.1.0', { shared: { provides: { react: '19.3.1' } } });
  await sample.publish('mfe-hubs', '1.1.0', { shared: { requires: { react: '^19.2.0' } } });
  await sample.publish('shell', '0.9.0', { shared: { provides: { react: '19.1.0' } } });
  await promoteAll(sample.store, { shell: '1.1.0', 'mfe-hubs': '1.1.0' });
  const refusals = await refusalsOf(rollBack(sample.store, 'shell', '0.9.0'));
  expect(refusals).toMatchObject([{ rule: 'shared-range', sides: ['mfe-hubs 1.1.0', 'shell 0.9.0'] }]);
});

describe('two parts that fit only each other', () => {
  const PAIR = {
    shell: '2.0.0',
    'mfe-hubs': '2.0.0',
  };

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
    const views = viewsOf(release).map(({ remotes }) =>
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
    const refusals = await refusalsOf(promoteAll(sample.store, { 'mfe-hubs': '2.0.0' }, { percent: 20 }));
    expect(refusals).toMatchObject([{ rule: 'shared-range', sides: ['mfe-hubs 2.0.0', 'shell 1.1.0'] }]);
    expect(refusals[0]?.remedy).toContain('(Visitors in the canary of mfe-hubs would meet this.)');
  });

  test('cannot end as canaries if the shell goes first', async () => {
    await promoteAll(sample.store, PAIR, { percent: 10 });
    expect(await refusalsOf(rollBack(sample.store, 'shell'))).toMatchObject([
      { rule: 'shared-range', sides: ['mfe-hubs 2.0.0', 'shell 1.1.0'] },
    ]);
    expect(await refusalsOf(rollBack(sample.store, 'mfe-hubs'))).toEqual([]);
  });
});

test('a preview lists every broken rule, and writes nothing', async () => {
  await sample.smuggle('mfe-hubs', '1.1.0', {
    shared: { requires: { react: '^18.0.0' } },
    declaration: { routes: [{ ...route('/login'), reads: [] }] },
  });
  const preview = await previewRequest(sample.store, {
    ...WHO,
    change: { action: 'promote', versions: { 'mfe-hubs': '1.1.0' } },
  });
  expect(preview.refusals.map(({ rule }) => rule)).toEqual(['shared-range', 'route-collision']);
  expect(await sample.store.releaseNumbers()).toEqual([1]);
});

test('a canary with a damaged file cannot grow, but can be ended', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await REQUESTS.canary();
  await sample.write(await file('1.1.0'), 'altered');
  expect(await refusalsOf(promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 50 }))).toMatchObject([
    { rule: 'file-differs' },
  ]);
  expect((await rollBack(sample.store, 'mfe-hubs')).release.canaries).toEqual({});
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
    expect(await refusalsOf(rollBack(sample.store, 'mfe-hubs', '1.2.0'))).toEqual([]);
    expect(await refusalsOf(rollBack(sample.store, 'mfe-hubs', '1.1.0'))).toEqual([]);
  });
});
