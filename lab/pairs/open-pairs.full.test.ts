import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openMemoryStore } from '@portal/release/memory-store';
import { SampleStore } from '@portal/release/operations/testing';
import { FakeViewer } from '@portal/release/screens/testing';
import type { Store } from '@portal/release/store';
import { sampleDeclaration, yank } from '@portal/release/testing';
import { openPairs } from './open-pairs.ts';

let sample: SampleStore;
let scratch: Store;
let viewer: FakeViewer;

beforeEach(async () => {
  sample = await SampleStore.make();
  scratch = openMemoryStore();
  viewer = new FakeViewer(scratch);
});
afterEach(() => sample.remove());

const [route] = sampleDeclaration('mfe-hubs').routes;
if (!route) throw new Error('the sample has no route');
const publishPages = async (...changes: readonly Partial<typeof route>[]) =>
  sample.publish('mfe-hubs', '1.1.0', { declaration: { routes: changes.map((change) => ({ ...route, ...change })) } });

const open = () => openPairs(sample.store, scratch, viewer, () => {});

test('every version of a remote is opened alone in every version of the shell, whatever is live', async () => {
  await sample.publish('shell', '1.1.0');
  await sample.publish('mfe-hubs', '1.1.0');
  const { number } = (await sample.store.latestRelease()) ?? {};
  const { opened, refused, leftOut } = await open();
  expect(viewer.opened).toEqual([
    '/hubs, signed out: shell@1.0.0 mfe-hubs@1.0.0',
    '/hubs, signed out: shell@1.0.0 mfe-hubs@1.1.0',
    '/legal, signed out: shell@1.0.0 mfe-legal@1.0.0',
    '/hubs, signed out: shell@1.1.0 mfe-hubs@1.0.0',
    '/hubs, signed out: shell@1.1.0 mfe-hubs@1.1.0',
    '/legal, signed out: shell@1.1.0 mfe-legal@1.0.0',
  ]);
  expect(opened.every(({ path, problems }) => path !== null && problems.length === 0)).toBe(true);
  expect([refused, leftOut]).toEqual([[], []]);
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.1.0');
  expect(viewer.screens[1]).toMatchObject({ release: 2, entry: `mfe-hubs/${entry}` });
  expect((await sample.store.latestRelease())?.number).toBe(number);
});

test('the first declared address without a parameter is opened, with its title and whoever may enter', async () => {
  const { texts } = sampleDeclaration('mfe-hubs');
  const role = { role: 'developer', otherwise: '/hubs/join' };
  const paths = { one: '/hubs/:id', own: '/hubs/own', join: '/hubs/join' };
  await publishPages({ path: paths.one }, { path: paths.own, access: role }, { path: paths.join });
  await open();
  expect(viewer.screens[1]).toMatchObject({
    path: paths.own,
    person: 'developer',
    ends: { [paths.own]: Object.values(texts['title'] ?? {}) },
  });
});

test('a screen that fails is reported with what the viewer found', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  viewer.faults.set('mfe-hubs@1.1.0', ['It shows: Something went wrong']);
  expect((await open()).opened.filter(({ problems }) => problems.length > 0)).toEqual([
    {
      shell: '1.0.0',
      name: 'mfe-hubs',
      version: '1.1.0',
      path: '/hubs',
      problems: ['It shows: Something went wrong'],
    },
  ]);
});

test('a remote without an address that can be opened is reported, and the others are opened', async () => {
  await publishPages({ path: '/hubs/:id' });
  const { opened } = await open();
  expect(opened.map(({ version, path, problems }) => [version, path, problems.length])).toEqual([
    ['1.0.0', '/hubs', 0],
    ['1.1.0', null, 1],
    ['1.0.0', '/legal', 0],
  ]);
});

test('a pair that no release may contain is not opened, and named with the rule', async () => {
  await sample.publish('shell', '1.1.0', {
    shared: { provides: { react: '19.3.1' }, exports: { '@portal/session': ['useDraft'] } },
  });
  await sample.smuggle('mfe-hubs', '1.1.0', { shared: { imports: { '@portal/session': ['useUser'] } } });
  const { refused } = await open();
  expect(refused).toEqual([{ shell: '1.1.0', name: 'mfe-hubs', version: '1.1.0', rules: ['incompatible'] }]);
  const opened = viewer.opened.filter((each) => each.includes('mfe-hubs@1.1.0'));
  expect(opened).toEqual([expect.stringContaining('shell@1.0.0')]);
});

test('versions that are yanked or damaged are left out, and named with the rule', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await sample.publish('mfe-hubs', '1.2.0');
  await yank(sample.store, 'mfe-hubs', '1.1.0');
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.2.0');
  await sample.write(`artifacts/mfe-hubs/${entry}`, 'evil');
  const { leftOut, opened } = await open();
  expect(leftOut).toEqual([
    { name: 'mfe-hubs', version: '1.1.0', rules: ['version-yanked'] },
    { name: 'mfe-hubs', version: '1.2.0', rules: ['files-differ'] },
  ]);
  expect(opened.map(({ name, version }) => `${name}@${version}`)).toEqual(['mfe-hubs@1.0.0', 'mfe-legal@1.0.0']);
});
