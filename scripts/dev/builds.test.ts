import { expect, test } from '@jest/globals';
import { makeBuild } from '@portal/release/testing';
import { Builds } from './builds.ts';
import { sampleBuild, sampleFrame } from './testing.ts';

test('the release has the latest build of each part, once there are a shell and its frame', async () => {
  const builds = new Builds();
  builds.take(sampleBuild('mfe-hubs'));
  builds.takeFrame(sampleFrame());
  expect(await (await builds.store()).latestRelease()).toBeUndefined();

  builds.take(sampleBuild('shell', { files: { 'shell.0123456789abcdef.js.map': '{}' } }));
  const second = sampleBuild('mfe-hubs', { hash: 'second' });
  builds.take(second);
  const release = await (await builds.store()).latestRelease();
  expect(Object.keys(release?.remotes ?? {})).toEqual(['mfe-hubs']);
  expect(release?.remotes['mfe-hubs']).toMatchObject({ manifest: { entry: second.manifest.entry }, fallback: null });
  expect(release?.shell.manifest.frame).toMatch(/^frame\./);
});

test('released parts stand beside what is built, whatever they say of what they share', async () => {
  const builds = new Builds();
  const requires = { react: '^18.0.0' };
  const released = sampleBuild('mfe-hubs');
  builds.takeReleased({
    ...released,
    manifest: { ...released.manifest, shared: { ...released.manifest.shared, requires } },
  });
  builds.take(sampleBuild('shell'));
  builds.takeFrame(sampleFrame());
  expect(await (await builds.store()).latestRelease()).toMatchObject({ remotes: { 'mfe-hubs': {} } });
});

test('a released shell has its frame', async () => {
  const builds = new Builds();
  const contents = { 'entry.js': 'start()', 'frame.json': JSON.stringify(sampleFrame()) };
  builds.takeReleased(makeBuild({ name: 'shell', version: '1.0.0', contents }));
  builds.take(sampleBuild('mfe-hubs'));
  expect(await (await builds.store()).latestRelease()).toMatchObject({ remotes: { 'mfe-hubs': {} } });
});

test('a build replaces the store, which stays the same until then', async () => {
  const builds = new Builds();
  builds.take(sampleBuild('shell'));
  builds.takeFrame(sampleFrame());
  const store = await builds.store();
  expect(await builds.store()).toBe(store);
  builds.take(sampleBuild('shell', { hash: 'second' }));
  expect(await builds.store()).not.toBe(store);
});

test('while the parts break the release policy, the store stays as it was before', async () => {
  const builds = new Builds();
  builds.takeFrame(sampleFrame());
  builds.take(sampleBuild('shell'));
  expect(await builds.publish()).toBeUndefined();
  builds.take(sampleBuild('mfe-hubs', { path: '/shell' }));
  expect(await builds.publish()).toMatchObject({ rule: 'path-taken' });
  const kept = await builds.store();
  expect((await kept.latestRelease())?.remotes).toEqual({});
  expect(await builds.store()).toBe(kept);

  builds.take(sampleBuild('mfe-hubs'));
  expect(await builds.publish()).toBeUndefined();
  expect(Object.keys((await (await builds.store()).latestRelease())?.remotes ?? {})).toEqual(['mfe-hubs']);
});

test('an older publication that ends late does not replace a newer one', async () => {
  const builds = new Builds();
  builds.takeFrame(sampleFrame());
  builds.take(sampleBuild('shell'));
  const older = builds.publish();
  builds.take(sampleBuild('shell', { hash: 'second' }));
  const newer = await builds.store();
  await older;
  expect(await builds.store()).toBe(newer);
});

test('files of the last fifty builds are kept for open pages, older ones are dropped', () => {
  const builds = new Builds();
  const build = (hash: string) =>
    builds.take(sampleBuild('shell', { hash, files: { 'constant.js': 'a', [`${hash}.js`]: hash } }));
  for (let number = 0; number < 51; number += 1) build(`hash-${number}`);
  expect(builds.file('shell', 'hash-0.js')).toBeUndefined();
  expect(builds.file('shell', 'hash-1.js')).toEqual(Buffer.from('hash-1'));
  expect(builds.file('shell', 'constant.js')).toEqual(Buffer.from('a'));
});

test('a file that changes under the same name is replaced', () => {
  const builds = new Builds();
  builds.take(sampleBuild('shell', { files: { 'a.js': 'before' } }));
  builds.take(sampleBuild('shell', { files: { 'a.js': 'after' } }));
  expect(builds.file('shell', 'a.js')).toEqual(Buffer.from('after'));
  expect(builds.file('mfe-hubs', 'a.js')).toBeUndefined();
});
