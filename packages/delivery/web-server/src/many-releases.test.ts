import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { textLog } from '@portal/node-kit/testing/text-log';
import { testInFull } from '@portal/node-kit/testing/test-in-full';
import { Assets } from './files/assets.ts';
import { LiveReleases } from './releases/live-release.ts';
import { SamplePortal } from './testing/sample-portal.ts';

/** Collects all garbage: Node shows V8's function only to contexts that are made after the flag. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

const MIB = 1024 * 1024;
const RELEASES = 200;
/** Size of the file that each release changes: those of all releases exceed every limit. */
const CHANGED_BYTES = 0.1 * MIB;

let portal: SamplePortal;

beforeEach(async () => {
  portal = await SamplePortal.released();
});
afterEach(() => portal.remove());

const guide = (number: number) => `%PDF-1.7 ${number}`.padEnd(CHANGED_BYTES, '.');

async function release(number: number): Promise<void> {
  const hubs = `1.0.${number}`;
  const contents = { 'main.js': `export const release = ${number};`, 'guide.pdf': guide(number) };
  await portal.publish('mfe-hubs', { version: hubs, contents });
  await portal.release({ hubs });
  portal.time += 1000;
}

testInFull(
  'after 200 releases the server keeps no more than its limits, and open tabs still get the files of all of them',
  async () => {
    const { url, metricsUrl } = await portal.start({ metricsPort: 0 });
    const readStatus = async (path: string) => {
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      return answer.status;
    };
    for (let number = 1; number <= RELEASES; number += 1) {
      await release(number);
      for (const path of ['/login', '/terms/v1']) expect(await readStatus(path)).toBe(200);
      // A tab that has been open since a few releases ago.
      const opened = `1.0.${Math.max(0, number - 5)}`;
      expect(await readStatus(`/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'guide.', opened)}`)).toBe(200);
    }
    const metrics = await (await fetch(metricsUrl ?? '')).text();
    const kept = (what: 'entries' | 'bytes', cache: string) =>
      Number(new RegExp(`^portal_cache_${what}{cache="${cache}"} (\\d+)$`, 'm').exec(metrics)?.[1]);

    // The live versions, and the fallbacks of mfe-hubs.
    const given = [
      await portal.store.readManifest('shell', '1.0.0'),
      await portal.store.readManifest('mfe-hubs', `1.0.${RELEASES}`),
      await portal.store.readManifest('mfe-hubs', `1.0.${RELEASES - 1}`),
      await portal.store.readManifest('mfe-hubs', `1.0.${RELEASES - 2}`),
    ];
    const files = new Set(given.flatMap((manifest) => Object.keys(manifest.files).map((file) => manifest.name + file)));
    expect(kept('entries', 'files')).toBe(files.size);
    expect(kept('entries', 'pages')).toBe(2);
    expect(kept('bytes', 'older-files')).toBeGreaterThan(15 * MIB);
    expect(kept('bytes', 'older-files')).toBeLessThanOrEqual(16 * MIB);
    expect(kept('bytes', 'older-versions')).toBeLessThanOrEqual(4 * MIB);
    expect(metrics.match(/^portal_part_load_seconds_count/gm)).toHaveLength(200);

    for (const number of [1, 20, 100, RELEASES]) {
      const file = await portal.fileLike('mfe-hubs', 'guide.', `1.0.${number}`);
      expect(await (await fetch(`${url}/assets/mfe-hubs/${file}`)).text()).toBe(guide(number));
    }
  },
);

test('a name that somebody invents costs the reading of no manifest', async () => {
  const read: string[] = [];
  const { url } = await portal.start({ store: portal.storeWith(async (key) => void read.push(key)) });
  const file = 'invented.0123456789abcdef.js';
  read.length = 0;
  expect((await fetch(`${url}/assets/mfe-hubs/${file}`)).status).toBe(404);
  expect(read.filter((key) => key.startsWith('artifacts/'))).toEqual([`artifacts/mfe-hubs/${file}`]);
});

test('an older version is read from the store once, however many of its files a tab asks for at once', async () => {
  await release(2);
  for (const number of [3, 4, 5]) await release(number);
  const read: string[] = [];
  const { url } = await portal.start({ store: portal.storeWith(async (key) => void read.push(key)) });
  const files = [
    await portal.fileLike('mfe-hubs', 'main.', '1.0.2'),
    await portal.fileLike('mfe-hubs', 'guide.', '1.0.2'),
  ];
  const isManifest = (key: string) => key.endsWith('versions/1.0.2.json');
  // The server also reads it once, after its start, for the dictionaries.
  while (!read.some(isManifest)) await setImmediate();
  read.length = 0;
  const answers = await Promise.all(files.map((file) => fetch(`${url}/assets/mfe-hubs/${file}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(read.filter(isManifest)).toHaveLength(1);
});

testInFull(
  'a release is let go once six others have been served, because open pages ask for what belongs to it',
  async () => {
    const log = textLog(portal.logged);
    const following = { outage: () => undefined, now: () => portal.time, waitLimitMs: 60_000, onChange: () => {} };
    const releases = new LiveReleases({
      store: portal.store,
      assets: new Assets(portal.store, log),
      log,
      ...following,
    });
    const first = new WeakRef((await releases.current()) ?? {});
    expect(first.deref()).toMatchObject({ number: 1 });
    const isLetGo = async () => {
      await setImmediate(); // a reference that was read stays until the turn ends
      collect();
      return first.deref() === undefined;
    };
    for (const number of [1, 2, 3, 4, 5]) {
      await release(number);
      expect(await releases.current()).toMatchObject({ number: number + 1 });
    }
    expect(await isLetGo()).toBe(false);
    await release(6);
    expect(await releases.current()).toMatchObject({ number: 7 });
    expect(await isLetGo()).toBe(true);
  },
);
