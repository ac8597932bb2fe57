import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { textLog } from '@portal/node-kit/testing/text-log';
import { SampleStore } from '@portal/release/operations/testing';
import { promoteAll } from '@portal/release/testing';
import { Announcer } from './announcements/announcer.ts';
import { NO_SETTINGS } from './settings/settings.ts';
import { CountingServer, sampleRow, UNGUARDED } from './testing.ts';
import { VisitCollection } from './visits/visit-collection.ts';
import type { Watcher } from './watcher.ts';
import { startWatcher } from './watcher.ts';

/** Tests of what a look reads and reports. */
export function testLooks(): void {
  const HOUR = 60 * 60 * 1000;
  let now = 0;
  let sample: SampleStore;
  let servers: readonly [CountingServer, CountingServer];
  let watcher: Watcher;
  let lines: string[] = [];

  beforeEach(async () => {
    now = Math.floor(Date.now() / 60_000) * 60_000;
    sample = await SampleStore.make();
    const [one, two] = [new CountingServer(now), new CountingServer(now, { instance: 'two' })];
    servers = [await one.start(), await two.start()];
    lines = [];
    watcher = startWatcher({
      store: sample.store,
      servers: servers.map(({ address }) => address),
      settings: UNGUARDED,
      now: () => now,
      intervalMs: null,
      log: textLog(lines),
      record: () => undefined,
    });
  });
  afterEach(async () => {
    await watcher.close();
    for (const server of servers) await server.stop();
    await sample.remove();
  });

  const getInterval = (at: number) => at / 1000;

  test('visits of several web servers are added up', async () => {
    const [one, two] = servers;
    one.count(now, { visits: 3, failed: [[0, 1]] }, { version: '1.1.0' });
    two.count(now, { visits: 5, failed: [[0, 1], [2, 1]] }); // prettier-ignore
    one.visits.ignored = { 'no token': 2 };
    two.visits.ignored = { 'no token': 1, limit: 4 };
    await watcher.look();
    const interval = getInterval(now);
    expect(watcher.status()).toMatchObject({
      release: 1,
      servers: [
        { address: one.address, problem: null, served: 1 },
        { address: two.address, problem: null, served: 1 },
      ],
      ignored: { 'no token': 3, limit: 4 },
    });
    expect(watcher.status().visits).toEqual([
      sampleRow({ interval, visits: 8, failed: [[0, 2], [2, 1]] }), // prettier-ignore
      sampleRow({ interval, version: '1.1.0' }),
    ]);
  });

  test('a web server that was killed and continues from older counts takes back nothing', async () => {
    const [one] = servers;
    one.count(now, { visits: 9, failed: [[0, 2]] });
    await watcher.look();
    one.visits.rows = [sampleRow({ interval: getInterval(now), visits: 4 })];
    await watcher.look();
    expect(watcher.status().visits).toEqual([sampleRow({ interval: getInterval(now), visits: 9, failed: [[0, 2]] })]);
    one.visits.rows = [sampleRow({ interval: getInterval(now), visits: 12 })];
    await watcher.look();
    expect(watcher.status().visits).toMatchObject([{ visits: 12 }]);
  });

  test('what a web server counted while the watcher could not reach it is read when it is back', async () => {
    const [one] = servers;
    one.count(now, { visits: 3 });
    await watcher.look();
    const { address } = one;
    await one.stop();
    now += 2 * HOUR;
    await watcher.look();
    expect(watcher.status().servers[0]).toMatchObject({ address, problem: expect.any(String) });
    expect(watcher.status().visits).toMatchObject([{ visits: 3 }]);
    one.count(now - HOUR, { visits: 4 });
    one.count(now, { visits: 5 });
    await one.start();
    await watcher.look();
    expect(watcher.status().visits.map(({ visits }) => visits)).toEqual([3, 4, 5]);
  });

  test('a look asks for what may have changed since the one before, and a failure that is reported later counts', async () => {
    const [one] = servers;
    one.count(now, { visits: 3 });
    await watcher.look();
    now += 10 * 60_000;
    one.visits.at = new Date(now).toISOString();
    one.visits.rows = [sampleRow({ interval: getInterval(now) - 600, visits: 3, failed: [[20, 1]] })];
    one.count(now, { visits: 4 });
    await watcher.look();
    now += 5000;
    await watcher.look();
    expect(watcher.status().visits.map(({ visits, failed }) => [visits, failed])).toEqual([
      [3, [[20, 1]]],
      [4, []],
    ]);
    const asked = one.asked.map((address) => Number(new URL(address, 'http://localhost').searchParams.get('after')));
    expect(asked[0]).toBe(0);
    expect(asked.at(-1)).toBe(getInterval(now - 5000) - 3620);
  });

  test('what a web server counted before it started again stays in the sum', async () => {
    const [one] = servers;
    one.count(now, { visits: 3 });
    await watcher.look();
    now += HOUR;
    const startedAt = new Date(now).toISOString();
    one.visits = { ...one.visits, instance: 'one again', startedAt, at: startedAt, rows: [] };
    one.count(now - HOUR, { visits: 4 });
    await watcher.look();
    expect(watcher.status().visits).toMatchObject([{ visits: 7 }]);
  });

  test('rows are kept for a day, and since the begin of a running canary', async () => {
    const [one] = servers;
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 20 });
    const begin = Date.now();
    one.count(begin - HOUR, { version: '0.9.0', visits: 1 });
    one.count(begin, { part: 'mfe-legal', version: '0.9.0', visits: 3 });
    one.count(begin, { version: '0.9.0', visits: 2 });
    await watcher.look();
    expect(watcher.status().canaries).toMatchObject([
      { part: 'mfe-hubs', version: '1.1.0', percent: 20, baseline: '1.0.0', since: { release: 2 } },
    ]);
    now = begin + 48 * HOUR;
    await watcher.look();
    expect(watcher.status().visits.map(({ visits }) => visits)).toEqual([2]);
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await watcher.look();
    expect(watcher.status()).toMatchObject({ canaries: [], visits: [] });
  });

  test('a part of the settings that was never released is named once, and again when it has a release', async () => {
    const parts = {
      'mfe-pass': { endsByItself: false, guardsPromotions: false },
      'mfe-hubs': { endsByItself: false, guardsPromotions: false },
      shell: { endsByItself: true, guardsPromotions: false },
    };
    const settings = { ...NO_SETTINGS, parts };
    const options = { store: sample.store, servers: [], settings, now: () => now, intervalMs: null };
    const other = startWatcher({ ...options, log: textLog(lines), record: () => undefined });
    await other.look();
    await other.look();
    const line = expect.stringMatching(/^WATCHER_SETTINGS.*"parts\.mfe-pass"/);
    expect(lines.splice(0)).toEqual([line]);
    await sample.publish('mfe-pass', '1.0.0');
    await promoteAll(sample.store, { 'mfe-pass': '1.0.0' });
    await other.look();
    await other.look();
    await other.close();
    expect(lines).toEqual([line]);
  });

  test('a store that cannot be read is logged when that begins, when it ends, and when it comes back', async () => {
    const { list } = sample.store.driver;
    for (const outage of [1, 2]) {
      sample.store.driver.list = () => Promise.reject(new Error('the disk is gone'));
      for (let look = 0; look < 3; look += 1) await watcher.look();
      sample.store.driver.list = list;
      for (let look = 0; look < 2; look += 1) await watcher.look();
      expect(lines.splice(0)).toEqual([expect.stringMatching(/: the disk is gone$/), expect.any(String)]);
      expect([outage, watcher.status().storeProblem]).toEqual([outage, null]);
    }
  });

  test('a release in a later form is not taken for a damaged one: the release before it is not live', async () => {
    await sample.plant('releases/000002.json', { schema: 2, number: 2 });
    await watcher.look();
    expect(watcher.status()).toMatchObject({ damaged: [], storeProblem: expect.any(String) });
  });

  test('a release that is gone is forgotten: the store was restored from an older backup', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 10 });
    await watcher.look();
    expect(watcher.status()).toMatchObject({ release: 2, canaries: [{ version: '1.1.0' }] });
    await sample.lose('releases/000002.json');
    await watcher.look();
    expect(watcher.status()).toMatchObject({ release: 1, canaries: [] });
  });

  test('a look that fails is logged when that begins and when it ends', async () => {
    const forget = jest.spyOn(VisitCollection.prototype, 'forget').mockImplementation(() => {
      throw new Error('a defect');
    });
    for (let look = 0; look < 3; look += 1) await watcher.look();
    forget.mockRestore();
    for (let look = 0; look < 2; look += 1) await watcher.look();
    expect(lines).toEqual([expect.stringMatching(/: a defect$/), expect.any(String)]);
  });

  test('a store counts as readable from the first look on, while it can be read and answers within a minute', async () => {
    const { list } = sample.store.driver;
    expect(watcher.isStoreReadable()).toBe(false);
    await watcher.look();
    expect(watcher.isStoreReadable()).toBe(true);
    sample.store.driver.list = () => Promise.reject(new Error('the disk is gone'));
    await watcher.look();
    expect(watcher.isStoreReadable()).toBe(false);
    sample.store.driver.list = list;
    await watcher.look();
    expect(watcher.isStoreReadable()).toBe(true);

    const hanging = Promise.withResolvers<readonly string[]>();
    sample.store.driver.list = () => hanging.promise;
    const look = watcher.look();
    expect(watcher.isStoreReadable()).toBe(true);
    now += 61_000;
    expect(watcher.isStoreReadable()).toBe(false);
    sample.store.driver.list = list;
    hanging.reject(new Error('too late'));
    await look;
    await watcher.look();
    now += HOUR;
    expect(watcher.isStoreReadable()).toBe(true);
  });

  test('a store that was read counts as readable, even if the look fails elsewhere', async () => {
    const forget = jest.spyOn(VisitCollection.prototype, 'forget').mockImplementation(() => {
      throw new Error('a defect');
    });
    await watcher.look();
    forget.mockRestore();
    expect(watcher.isStoreReadable()).toBe(true);
  });

  describe('a watcher closes in spite of', () => {
    const never = new Promise<never>(() => undefined);
    const start = () =>
      startWatcher({
        store: sample.store,
        servers: [],
        settings: UNGUARDED,
        intervalMs: null,
        closeLimitMs: 20,
        log: textLog(lines),
        record: () => undefined,
      });

    test('a store that never answers', async () => {
      sample.store.driver.list = () => never;
      const closing = start();
      void closing.look();
      await expect(closing.close()).resolves.toBeUndefined();
    }, 5000);

    test('a receiver that never answers', async () => {
      const deliver = jest.spyOn(Announcer.prototype, 'deliver').mockReturnValue(never);
      const closing = start();
      await closing.look();
      deliver.mockRestore();
      await expect(closing.close()).resolves.toBeUndefined();
    }, 5000);
  });
}
