import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Store } from '../../store/store.ts';
import { openMemoryStore } from '../../store/memory-store.ts';
import { sampleDeclaration, yank } from '../../testing.ts';
import { SampleStore } from '../testing.ts';
import type { Screen, ScreenViewer } from '../screens/screen.ts';
import { verifyPairs } from './verify-pairs.ts';

let sample: SampleStore;
let scratch: Store;
let viewer: FakeViewer;

/** Sees what is live in the store of its own, and finds fault with the versions that are broken. */
class FakeViewer implements ScreenViewer {
  readonly broken = new Set<string>();
  readonly seen: string[] = [];
  readonly screens: Screen[] = [];

  async open(screen: Screen): Promise<readonly string[]> {
    this.screens.push(screen);
    const { shell, remotes } = await scratch.readRelease(screen.release);
    for (const [name, { manifest }] of Object.entries({ shell, ...remotes }))
      for (const [file, record] of Object.entries(manifest.files)) await scratch.readFile(name, file, record);
    const versions = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
    this.seen.push([...versions, `shell@${shell.version}`].join(' in '));
    return versions.some((version) => this.broken.has(version)) ? ['It shows: Something went wrong'] : [];
  }
}

beforeEach(async () => {
  sample = await SampleStore.make();
  scratch = openMemoryStore();
  viewer = new FakeViewer();
});
afterEach(() => sample.remove());

const verify = () => verifyPairs(sample.store, scratch, viewer, () => {});

test('every version of a remote is opened alone in every version of the shell, whatever is live', async () => {
  await sample.publish('shell', '1.1.0');
  await sample.publish('mfe-hubs', '1.1.0');
  const { number } = (await sample.store.latestRelease()) ?? {};
  const { opened, refused, leftOut } = await verify();
  expect(viewer.seen).toEqual([
    'mfe-hubs@1.0.0 in shell@1.0.0',
    'mfe-hubs@1.1.0 in shell@1.0.0',
    'mfe-legal@1.0.0 in shell@1.0.0',
    'mfe-hubs@1.0.0 in shell@1.1.0',
    'mfe-hubs@1.1.0 in shell@1.1.0',
    'mfe-legal@1.0.0 in shell@1.1.0',
  ]);
  expect(opened.every(({ path, problems }) => path !== null && problems.length === 0)).toBe(true);
  expect([refused, leftOut]).toEqual([[], []]);
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.1.0');
  expect(viewer.screens[1]).toMatchObject({ release: 2, entry: `mfe-hubs/${entry}` });
  expect((await sample.store.latestRelease())?.number).toBe(number);
});

test('the first declared address without a parameter is opened, with its title and whoever may enter', async () => {
  const { routes, texts } = sampleDeclaration('mfe-hubs');
  const [route] = routes;
  if (!route) throw new Error('the sample has no route');
  const role = { role: 'developer', otherwise: '/hubs/join' };
  const paths = { one: '/hubs/:id', own: '/hubs/own', join: '/hubs/join' };
  const declared = [
    { ...route, path: paths.one },
    { ...route, path: paths.own, access: role },
    { ...route, path: paths.join },
  ];
  await sample.publish('mfe-hubs', '1.1.0', { declaration: { routes: declared } });
  await verify();
  expect(viewer.screens[1]).toMatchObject({
    path: paths.own,
    person: 'developer',
    ends: { [paths.own]: Object.values(texts['title'] ?? {}) },
  });
});

test('a screen that fails is reported with what the viewer found', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  viewer.broken.add('mfe-hubs@1.1.0');
  expect((await verify()).opened.filter(({ problems }) => problems.length > 0)).toEqual([
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
  const [route] = sampleDeclaration('mfe-hubs').routes;
  if (!route) throw new Error('the sample has no route');
  await sample.publish('mfe-hubs', '1.1.0', { declaration: { routes: [{ ...route, path: '/hubs/:id' }] } });
  const { opened } = await verify();
  expect(opened.map(({ version, path, problems }) => [version, path, problems.length])).toEqual([
    ['1.0.0', '/hubs', 0],
    ['1.1.0', null, 1],
    ['1.0.0', '/legal', 0],
  ]);
});

test('a pair that no release may contain is not opened, and named with the rule', async () => {
  await sample.publish('shell', '1.1.0', {
    shared: { provides: { react: '19.3.1' }, gives: { '@portal/session': ['useDraft'] } },
  });
  await sample.smuggle('mfe-hubs', '1.1.0', { shared: { takes: { '@portal/session': ['useUser'] } } });
  const { refused } = await verify();
  expect(refused).toEqual([{ shell: '1.1.0', name: 'mfe-hubs', version: '1.1.0', rules: ['missing-name'] }]);
  expect(viewer.seen).not.toContain('mfe-hubs@1.1.0 in shell@1.1.0');
  expect(viewer.seen).toContain('mfe-hubs@1.1.0 in shell@1.0.0');
});

test('versions that are yanked or damaged are left out, and named with the rule', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  await sample.publish('mfe-hubs', '1.2.0');
  await yank(sample.store, 'mfe-hubs', '1.1.0');
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.2.0');
  await sample.write(`artifacts/mfe-hubs/${entry}`, 'evil');
  const { leftOut, opened } = await verify();
  expect(leftOut).toEqual([
    { name: 'mfe-hubs', version: '1.1.0', rules: ['version-yanked'] },
    { name: 'mfe-hubs', version: '1.2.0', rules: ['file-differs'] },
  ]);
  expect(opened.map(({ name, version }) => `${name}@${version}`)).toEqual(['mfe-hubs@1.0.0', 'mfe-legal@1.0.0']);
});
