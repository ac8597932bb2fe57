import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readChecks } from '../../store/checks.ts';
import { openMemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import { promoteAll, sampleDeclaration } from '../../testing.ts';
import { checkVersions } from '../check/check-versions.ts';
import { recordCheck } from '../check/record-check.ts';
import { SampleStore } from '../testing.ts';
import { FakeViewer } from './testing.ts';

let sample: SampleStore;
let scratch: Store;
let viewer: FakeViewer;

beforeEach(async () => {
  sample = await SampleStore.make();
  scratch = openMemoryStore();
  viewer = new FakeViewer(scratch);
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

test('a page of the shell may lead to any page, a page of a remote may not', async () => {
  await check({ shell: '1.0.0' });
  const ends = Object.fromEntries(viewer.screens.map((screen) => [screen.path, Object.keys(screen.ends)]));
  expect(ends).toEqual({ '/login': ['/login', '/hubs', '/legal'], '/hubs': ['/hubs'], '/legal': ['/legal'] });
});

test('a page of a remote may lead to those below its path', async () => {
  await publishPages({ path: '/hubs' }, { path: '/hubs/own', access: 'signedIn' });
  await check({ 'mfe-hubs': '1.1.0' });
  const below = viewer.screens
    .filter(({ path }) => path.startsWith('/hubs'))
    .map(({ path, ends: may }) => [path, Object.keys(may)]);
  expect(Object.fromEntries(below)).toEqual({ '/hubs': ['/hubs', '/hubs/own'], '/hubs/own': ['/hubs/own'] });
});

test('of a page that fails, the view, the person and what was seen are kept', async () => {
  await sample.publish('shell', '2.0.0');
  await publishPages({ path: '/hubs' }, { path: '/hubs/own', access: 'signedIn' });
  await promoteAll(sample.store, { shell: '2.0.0' }, { percent: 10 });
  viewer.faults.set('/hubs/own in shell@2.0.0', ['no heading']);
  const { pages } = await check({ 'mfe-hubs': '1.1.0' });
  expect(pages).toEqual([
    { part: 'mfe-hubs', path: '/hubs', opened: 6, faults: [] },
    {
      part: 'mfe-hubs',
      path: '/hubs/own',
      opened: 4,
      faults: [
        { view: 1, person: 'owner', seen: ['no heading'] },
        { view: 1, person: 'guest', seen: ['no heading'] },
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
  expect(notOpened).toEqual([{ part: 'mfe-staff', path: '/audit', why: expect.stringContaining('auditor') }]);
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
    { part: 'mfe-hubs', path: '/hubs/map', why: expect.stringContaining('configuration') },
    { part: 'mfe-hubs', path: '/hubs/:id', why: expect.stringContaining('parameter') },
    { part: 'mfe-hubs', path: '/hubs/staff', why: expect.stringContaining('staff') },
  ]);
});

test('a version that could not be promoted is refused with the rule, and nothing is opened', async () => {
  await sample.smuggle('mfe-hubs', '1.1.0', { shared: { imports: { '@portal/session': ['useTomorrow'] } } });
  await expect(check({ 'mfe-hubs': '1.1.0' })).rejects.toMatchObject({ rule: 'incompatible' });
  await expect(check({ 'mfe-hubs': '9.9.9' })).rejects.toMatchObject({ rule: 'not-published' });
  expect(viewer.opened).toEqual([]);
});

test('every check is kept with each of its versions, the newest first', async () => {
  await sample.publish('shell', '2.0.0');
  await sample.publish('mfe-hubs', '2.0.0');
  const versions = { shell: '2.0.0', 'mfe-hubs': '2.0.0' };
  await recordCheck(sample.store, { by: 'anna', findings: await check(versions) });
  scratch = openMemoryStore();
  viewer = new FakeViewer(scratch);
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
