import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readChecks } from '../../store/checks.ts';
import { openMemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import { promoteAll, sampleDeclaration, yank } from '../../testing.ts';
import { checkVersions } from '../check/check-versions.ts';
import { recordCheck } from '../check/record-check.ts';
import { verifyPairs } from '../pairs/verify-pairs.ts';
import { SampleStore } from '../testing.ts';
import type { Screen, ScreenViewer } from './screen.ts';

let sample: SampleStore;
let scratch: Store;
let viewer: FakeViewer;

/** Sees what is live in the store of its own; a page of a version has faults if the test says so. */
class FakeViewer implements ScreenViewer {
  /** By remote, as "mfe-hubs@1.1.0", or by path and shell, as "/hubs in shell@2.0.0". */
  readonly faults = new Map<string, readonly string[]>();
  readonly opened: string[] = [];
  readonly screens: Screen[] = [];

  async open(screen: Screen): Promise<readonly string[]> {
    const { shell, remotes } = await scratch.readRelease(screen.release);
    for (const [name, { manifest }] of Object.entries({ shell, ...remotes }))
      for (const [file, record] of Object.entries(manifest.files)) await scratch.readFile(name, file, record);
    const others = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
    this.screens.push(screen);
    this.opened.push(`${screen.path}, ${screen.person}: ${[`shell@${shell.version}`, ...others].join(' ')}`);
    const seen = this.faults.get(`${screen.path} in shell@${shell.version}`);
    return seen ?? others.flatMap((other) => this.faults.get(other) ?? []);
  }
}

beforeEach(async () => {
  sample = await SampleStore.make();
  scratch = openMemoryStore();
  viewer = new FakeViewer();
});
afterEach(() => sample.remove());

const check = (versions: Readonly<Record<string, string>>) =>
  checkVersions(sample.store, scratch, viewer, { by: 'anna', versions }, () => {});

const [route] = sampleDeclaration('mfe-hubs').routes;
if (!route) throw new Error('the sample has no route');
const routes = (...changes: readonly Partial<typeof route>[]) => changes.map((change) => ({ ...route, ...change }));
const publishPages = async (...changes: readonly Partial<typeof route>[]) =>
  sample.publish('mfe-hubs', '1.1.0', { declaration: { routes: routes(...changes) } });

describe('a version is checked', () => {
  test('by opening each of its pages as everybody who may enter, in the live release with this version', async () => {
    await publishPages(
      { path: '/hubs' },
      { path: '/hubs/own', access: 'signedIn' },
      { path: '/hubs/join', access: { signedInWithout: 'developer', otherwise: '/hubs' } },
      { path: '/hubs/tools', access: { role: 'developer', otherwise: '/hubs/join' } },
    );
    const { pages, release, views } = await check({ 'mfe-hubs': '1.1.0' });
    const live = 'shell@1.0.0 mfe-hubs@1.1.0 mfe-legal@1.0.0';
    expect(viewer.opened).toEqual([
      `/hubs, signed out: ${live}`,
      `/hubs, owner: ${live}`,
      `/hubs, guest: ${live}`,
      `/hubs/own, owner: ${live}`,
      `/hubs/own, guest: ${live}`,
      `/hubs/join, owner: ${live}`,
      `/hubs/join, guest: ${live}`,
      `/hubs/tools, developer: ${live}`,
    ]);
    expect(pages.map(({ path, opened }) => [path, opened])).toEqual([
      ['/hubs', 3],
      ['/hubs/own', 2],
      ['/hubs/join', 2],
      ['/hubs/tools', 1],
    ]);
    expect({ release, views }).toEqual({
      release: 1,
      views: [{ shell: '1.0.0', remotes: { 'mfe-hubs': '1.1.0', 'mfe-legal': '1.0.0' }, canaries: [] }],
    });
    expect((await sample.store.latestRelease())?.number).toBe(1);
  });

  test('also with each running canary that its visitors could meet', async () => {
    await sample.publish('shell', '2.0.0');
    await sample.publish('mfe-legal', '2.0.0');
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { shell: '2.0.0' }, { percent: 10 });
    await promoteAll(sample.store, { 'mfe-legal': '2.0.0' }, { percent: 20 });
    const { views } = await check({ 'mfe-hubs': '1.1.0' });
    expect(views.map(({ canaries }) => canaries)).toEqual([[], ['shell'], ['mfe-legal']]);
    expect(viewer.opened.filter((opened) => opened.includes('owner'))).toEqual([
      '/hubs, owner: shell@1.0.0 mfe-hubs@1.1.0 mfe-legal@1.0.0',
      '/hubs, owner: shell@2.0.0 mfe-hubs@1.1.0 mfe-legal@1.0.0',
      '/hubs, owner: shell@1.0.0 mfe-hubs@1.1.0 mfe-legal@2.0.0',
    ]);
  });

  test('even while it is a canary itself, then as everybody would get it', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    const { views } = await check({ 'mfe-hubs': '1.1.0' });
    expect(views.map(({ remotes, canaries }) => [remotes['mfe-hubs'], canaries])).toEqual([['1.1.0', []]]);
  });

  test('of the shell by the pages of all live remotes, and of a canary by its pages alone', async () => {
    await sample.publish('shell', '2.0.0');
    await sample.publish('mfe-legal', '2.0.0');
    await promoteAll(sample.store, { 'mfe-legal': '2.0.0' }, { percent: 20 });
    await check({ shell: '2.0.0' });
    const asVisitor = viewer.opened.filter((opened) => opened.includes('signed out'));
    expect(asVisitor).toEqual([
      '/login, signed out: shell@2.0.0 mfe-hubs@1.0.0 mfe-legal@1.0.0',
      '/hubs, signed out: shell@2.0.0 mfe-hubs@1.0.0 mfe-legal@1.0.0',
      '/legal, signed out: shell@2.0.0 mfe-hubs@1.0.0 mfe-legal@1.0.0',
      '/login, signed out: shell@2.0.0 mfe-hubs@1.0.0 mfe-legal@2.0.0',
      '/legal, signed out: shell@2.0.0 mfe-hubs@1.0.0 mfe-legal@2.0.0',
    ]);
  });

  test('together with those that go live in the same step', async () => {
    await sample.publish('shell', '2.0.0');
    await sample.publish('mfe-hubs', '2.0.0');
    const { views } = await check({ shell: '2.0.0', 'mfe-hubs': '2.0.0' });
    expect(views).toMatchObject([{ shell: '2.0.0', remotes: { 'mfe-hubs': '2.0.0', 'mfe-legal': '1.0.0' } }]);
  });
});

test('a page of the shell may lead to another page, a page of a remote may not', async () => {
  await check({ shell: '1.0.0' });
  const ends = Object.fromEntries(viewer.screens.map((screen) => [screen.path, Object.keys(screen.ends)]));
  expect(ends).toEqual({ '/login': ['/login', '/hubs', '/legal'], '/hubs': ['/hubs'], '/legal': ['/legal'] });
});

test('of a page that fails, the view, the person and what was seen are kept', async () => {
  await sample.publish('shell', '2.0.0');
  await publishPages({ path: '/hubs' }, { path: '/hubs/own', access: 'signedIn' });
  await promoteAll(sample.store, { shell: '2.0.0' }, { percent: 10 });
  viewer.faults.set('/hubs/own in shell@2.0.0', ['It has no heading.']);
  const { pages } = await check({ 'mfe-hubs': '1.1.0' });
  expect(pages).toEqual([
    { part: 'mfe-hubs', path: '/hubs', opened: 6, faults: [] },
    {
      part: 'mfe-hubs',
      path: '/hubs/own',
      opened: 4,
      faults: [
        { view: 1, person: 'owner', seen: ['It has no heading.'] },
        { view: 1, person: 'guest', seen: ['It has no heading.'] },
      ],
    },
  ]);
});

test('the pages of a part for some roles are opened as accounts that have one', async () => {
  const declaration = {
    onlyFor: { anyRole: ['support', 'auditor'] },
    header: [],
    footer: [],
    routes: routes(
      { path: '/people', access: { anyRole: ['support', 'admin'], otherwise: '/forbidden' }, when: { staff: true } },
      { path: '/own', access: 'signedIn' },
      { path: '/audit', access: { role: 'auditor', otherwise: '/people' } },
    ),
  };
  await sample.publish('mfe-staff', '1.0.0', { declaration });
  const { notOpened } = await check({ 'mfe-staff': '1.0.0' });
  expect(viewer.screens.map(({ path, person }) => [path, person])).toEqual([
    ['/people', 'support'],
    ['/own', 'support'],
  ]);
  expect(notOpened).toEqual([{ part: 'mfe-staff', path: '/audit', why: 'No sample person has the role auditor.' }]);
});

test('pages that nobody can open as declared are named with the reason', async () => {
  await publishPages(
    { path: '/hubs' },
    { path: '/hubs/:id' },
    { path: '/hubs/staff', access: { role: 'staff', otherwise: '/hubs' } },
    { path: '/hubs/map', when: { hubMap: true } },
  );
  const { pages, notOpened } = await check({ 'mfe-hubs': '1.1.0' });
  expect(pages.map(({ path }) => path)).toEqual(['/hubs']);
  expect(notOpened).toEqual([
    { part: 'mfe-hubs', path: '/hubs/map', why: 'The sample configuration does not switch it on.' },
    { part: 'mfe-hubs', path: '/hubs/:id', why: 'Its address has a parameter.' },
    { part: 'mfe-hubs', path: '/hubs/staff', why: 'No sample person has the role staff.' },
  ]);
});

test('a version that could not be promoted is refused with the rule, and nothing is opened', async () => {
  await sample.smuggle('mfe-hubs', '1.1.0', { shared: { takes: { '@portal/session': ['useTomorrow'] } } });
  await expect(check({ 'mfe-hubs': '1.1.0' })).rejects.toMatchObject({ rule: 'missing-name' });
  await expect(check({ 'mfe-hubs': '9.9.9' })).rejects.toMatchObject({ rule: 'not-published' });
  expect(viewer.opened).toEqual([]);
});

test('every check is kept with each of its versions, the newest first', async () => {
  await sample.publish('shell', '2.0.0');
  await sample.publish('mfe-hubs', '2.0.0');
  const versions = { shell: '2.0.0', 'mfe-hubs': '2.0.0' };
  await recordCheck(sample.store, { by: 'anna', findings: await check(versions) });
  scratch = openMemoryStore();
  await recordCheck(sample.store, { by: 'ben', findings: await check(versions) });
  for (const [name, version] of Object.entries(versions)) {
    const checks = await readChecks(sample.store, name, version);
    expect(checks.map(({ by, versions: named }) => [by, named])).toEqual([
      ['ben', versions],
      ['anna', versions],
    ]);
  }
});

test('a damaged record counts for nothing', async () => {
  await recordCheck(sample.store, { by: 'anna', findings: await check({ 'mfe-hubs': '1.0.0' }) });
  await sample.write('checks/mfe-hubs/1.0.0/000001.json', '{}');
  expect(await readChecks(sample.store, 'mfe-hubs', '1.0.0')).toEqual([]);
});

const verify = () => verifyPairs(sample.store, scratch, viewer, () => {});

test('every version of a remote is opened alone in every version of the shell, whatever is live', async () => {
  await sample.publish('shell', '1.1.0');
  await sample.publish('mfe-hubs', '1.1.0');
  const { number } = (await sample.store.latestRelease()) ?? {};
  const { opened, refused, leftOut } = await verify();
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
  await verify();
  expect(viewer.screens[1]).toMatchObject({
    path: paths.own,
    person: 'developer',
    ends: { [paths.own]: Object.values(texts['title'] ?? {}) },
  });
});

test('a screen that fails is reported with what the viewer found', async () => {
  await sample.publish('mfe-hubs', '1.1.0');
  viewer.faults.set('mfe-hubs@1.1.0', ['It shows: Something went wrong']);
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
  await publishPages({ path: '/hubs/:id' });
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
  const opened = viewer.opened.filter((each) => each.includes('mfe-hubs@1.1.0'));
  expect(opened).toEqual([expect.stringContaining('shell@1.0.0')]);
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
