import { expect, test } from '@jest/globals';
import { Builds } from './builds.ts';
import { sampleBuild, sampleFrame } from './testing.ts';

test('pages are made of the latest build of each part, once there are a shell and its frame', () => {
  const builds = new Builds();
  builds.take(sampleBuild('mfe-hubs'));
  builds.takeFrame(sampleFrame());
  expect(builds.live()).toBeUndefined();

  builds.take(sampleBuild('shell'));
  builds.take(sampleBuild('mfe-hubs', { hash: 'second' }));
  const live = builds.live();
  expect(Object.keys(live?.release.remotes ?? {})).toEqual(['mfe-hubs']);
  expect(live?.release.remotes['mfe-hubs']?.manifest.entry).toBe(
    sampleBuild('mfe-hubs', { hash: 'second' }).manifest.entry,
  );
});

test('what is served is a new object after a build, and the same one until then', () => {
  const builds = new Builds();
  builds.take(sampleBuild('shell'));
  builds.takeFrame(sampleFrame());
  const live = builds.live();
  expect(builds.live()).toBe(live);
  builds.take(sampleBuild('shell', { hash: 'second' }));
  expect(builds.live()).not.toBe(live);
});

test('files of the last fifty builds are there for open pages, older ones are forgotten', () => {
  const builds = new Builds();
  const build = (hash: string) =>
    builds.take(sampleBuild('shell', { hash, files: { 'constant.js': 'a', [`${hash}.js`]: hash } }));
  for (let number = 0; number < 51; number += 1) build(`hash-${number}`);
  expect(builds.file('shell', 'hash-0.js')).toBeUndefined();
  expect(builds.file('shell', 'hash-1.js')).toEqual(Buffer.from('hash-1'));
  expect(builds.file('shell', 'constant.js')).toEqual(Buffer.from('a'));
});

test('a file that changes under its name is the new one', () => {
  const builds = new Builds();
  builds.take(sampleBuild('shell', { files: { 'a.js': 'before' } }));
  builds.take(sampleBuild('shell', { files: { 'a.js': 'after' } }));
  expect(builds.file('shell', 'a.js')).toEqual(Buffer.from('after'));
  expect(builds.file('mfe-hubs', 'a.js')).toBeUndefined();
});
