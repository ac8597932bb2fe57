import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SampleBuild } from '../testing.ts';
import { makeBuild, sampleDeclaration } from '../testing.ts';
import { commitsCommand } from './describe-diff.ts';
import { pruneStore } from './prune-store.ts';
import { readVersionDiff } from './read-version-diff.ts';
import { SampleStore } from './testing.ts';
import { diffVersions } from './version-diff.ts';

const CONTENTS = { 'entry.js': 'entry', 'main.js': 'main' };

const build = (version: string, changes: Partial<SampleBuild> = {}) =>
  makeBuild({ name: 'mfe-hubs', version, contents: CONTENTS, ...changes });

test('a version that differs from itself in nothing has no differences, and no commits to read', () => {
  const one = build('1.0.0');
  expect(commitsCommand(diffVersions(one, one))).toBeUndefined();
  expect(diffVersions(one, one)).toEqual({
    name: 'mfe-hubs',
    from: '1.0.0',
    to: '1.0.0',
    sources: {
      repository: 'https://git.example.com/portal.git',
      from: 'c'.repeat(40),
      to: 'c'.repeat(40),
      clean: true,
    },
    files: [],
    unchangedFiles: 2,
    bytes: { before: 9, after: 9, compressedBefore: null, compressedAfter: null },
    routes: [],
    redirects: [],
    header: [],
    footer: [],
    texts: [],
    catalogues: null,
    shared: [],
  });
});

test('files are compared by their names without the hash, those that are new or gone too', () => {
  const diff = diffVersions(
    build('1.0.0', { contents: { ...CONTENTS, 'old.js': 'old' } }),
    build('1.1.0', { contents: { ...CONTENTS, 'main.js': 'main, larger', 'new.js': 'new one' } }),
  );
  expect(diff).toMatchObject({
    files: [
      { file: 'main.js', before: 4, after: 12 },
      { file: 'new.js', before: null, after: 7 },
      { file: 'old.js', before: 3, after: null },
    ],
    unchangedFiles: 1,
    bytes: { before: 12, after: 24 },
  });
});

test('commits are known only from builds in git, and said to be unclean', () => {
  const getSource = (commit: string, clean = true) => ({
    provenance: { source: { repository: null, commit: commit.repeat(40), clean } },
  });
  const outside = build('1.0.0', { provenance: { source: null } });
  expect(diffVersions(outside, build('1.1.0', getSource('b'))).sources).toEqual({
    repository: null,
    from: null,
    to: 'b'.repeat(40),
    clean: false,
  });
  expect(diffVersions(build('1.0.0', getSource('a', false)), build('1.1.0', getSource('b'))).sources).toMatchObject({
    from: 'a'.repeat(40),
    clean: false,
  });
});

test('routes with their access, header, footer and texts of the declaration are compared', () => {
  const [route] = sampleDeclaration('mfe-hubs').routes;
  if (!route) throw new Error('the sample declaration has a route');
  const text = (word: string) => ({ en: word, de: `${word} (de)`, fr: `${word} (fr)`, nl: `${word} (nl)` });
  const diff = diffVersions(
    build('1.0.0', {
      declaration: { header: [{ path: '/hubs', label: 'title', order: 1 }], texts: { title: text('Hubs') } },
    }),
    build('1.1.0', {
      declaration: {
        routes: [
          { ...route, access: { role: 'owner', otherwise: '/login' } },
          { ...route, path: '/hubs/new' },
        ],
        redirects: [{ from: '/old', to: '/hubs' }],
        footer: [{ path: '/hubs', label: 'title', order: 3 }],
        texts: { title: { ...text('Hubs'), de: 'Hubs!' }, part: text('Hubs') },
      },
    }),
  );
  expect(diff).toMatchObject({
    routes: [
      { what: '/hubs: access', before: 'open', after: 'role owner, otherwise /login' },
      { what: '/hubs/new', before: null, after: 'open' },
    ],
    redirects: [{ what: '/old', before: null, after: '/hubs' }],
    header: [{ what: '/hubs', before: 'title', after: null }],
    footer: [{ what: '/hubs', before: null, after: 'title' }],
    texts: [
      { what: 'part', before: null, after: 'Hubs' },
      { what: 'title: de', before: 'Hubs (de)', after: 'Hubs!' },
    ],
  });
});

test('shared modules are compared by their ranges, and by the names that a part exports or imports', () => {
  const diff = diffVersions(
    build('1.0.0', {
      shared: {
        requires: { react: '^19.0.0' },
        imports: { react: ['useState', 'useMemo'], '@portal/api': ['get'], '@portal/session': ['useUser'] },
      },
    }),
    build('1.1.0', {
      shared: {
        requires: { react: '^19.3.0' },
        imports: { react: ['useState', 'use', 'memo'], '@portal/ui': ['Button'], '@portal/session': ['useUser'] },
      },
    }),
  );
  expect(diff.shared).toEqual([
    { what: 'react', before: '^19.0.0', after: '^19.3.0' },
    { what: 'names that it imports: @portal/api', before: 'get', after: null },
    { what: 'names that it imports: @portal/ui', before: null, after: 'Button' },
    { what: 'names that it imports: react', before: 'useMemo', after: 'use, memo' },
  ]);
});

describe('from a store', () => {
  let sample: SampleStore;
  beforeEach(async () => {
    sample = await SampleStore.make();
  });
  afterEach(() => sample.remove());

  test('a pruned version is compared without its commit', async () => {
    for (let minor = 1; minor <= 11; minor += 1) await sample.publish('mfe-hubs', `1.${String(minor)}.0`);
    await pruneStore(sample.store, { by: 'a test', now: new Date(), dryRun: false });
    expect(await sample.store.versions('mfe-hubs')).not.toContain('1.1.0');
    const diff = await readVersionDiff(sample.store, 'mfe-hubs', '1.1.0', '1.11.0');
    expect(diff.sources.from).toBeNull();
    expect(diff.files).toMatchObject([{ file: 'entry.js', before: 14, after: 15, compressedBefore: null }]);
    expect(diff.catalogues).toBeNull();
  });

  test('bytes are compared as they are and compressed, and the texts of the catalogues in each language', async () => {
    // As the bundler writes them, with each kind of quotation marks.
    const chunk = (json: string) =>
      `export const m={617(e,n,i){i.r(n);let t=JSON.parse(${json});i.d(n,{},{default:t})}};`;
    const contents = { 'entry.js': 'x'.repeat(5000), 'data.png': 'y'.repeat(500) };
    await sample.publish('mfe-hubs', '1.1.0', {
      contents: {
        ...contents,
        'locale-en.js': chunk(`'{"row":{"name":"Anna\\'s","gone":"old"}}'`),
        'locale-de.js': chunk('`{"row":{"name":"Annas"}}`'),
      },
    });
    await sample.publish('mfe-hubs', '1.2.0', {
      contents: {
        ...contents,
        'data.png': 'y'.repeat(600),
        'locale-en.js': chunk('"{\\"row\\":{\\"name\\":\\"Ben’s\\",\\"new\\":\\"more\\"}}"'),
        'locale-de.js': chunk('`{"row":{"name":"Annas"}}`'),
      },
    });
    const diff = await readVersionDiff(sample.store, 'mfe-hubs', '1.1.0', '1.2.0');
    const key = (name: string) => ({ key: `row.${name}`, language: 'en', what: `row.${name} (en)` });
    expect(diff.catalogues).toEqual([
      { ...key('gone'), before: 'old', after: null },
      { ...key('name'), before: "Anna's", after: 'Ben’s' },
      { ...key('new'), before: null, after: 'more' },
    ]);
    expect(diff.files).toMatchObject([
      { file: 'data.png', before: 500, after: 600, compressedBefore: 500, compressedAfter: 600 },
      { file: 'locale-en.js' },
    ]);
    const { after, compressedAfter } = diff.bytes;
    expect(compressedAfter).toBeGreaterThan(600);
    expect(compressedAfter).toBeLessThan(Number(after) / 5);
  });

  test('a version that was never published is missing', async () => {
    await expect(readVersionDiff(sample.store, 'mfe-hubs', '1.0.0', '9.0.0')).rejects.toMatchObject({
      kind: 'missing',
    });
  });
});
