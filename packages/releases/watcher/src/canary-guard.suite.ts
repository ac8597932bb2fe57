import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { textLog } from '@portal/node-kit/testing/text-log';
import { SampleStore } from '@portal/release/operations/testing';
import { readEvidence } from '@portal/release/evidence';
import { openMemoryStore } from '@portal/release/memory-store';
import { promoteAll } from '@portal/release/testing';
import { CanaryGuard } from './canary-guard.ts';
import { NO_SETTINGS } from './settings/settings.ts';
import { CountingServer, UNGUARDED } from './testing.ts';
import type { WatcherOptions } from './watcher.ts';
import { startWatcher } from './watcher.ts';

/** Tests of canaries that the watcher ends. */
export function testCanaryGuard(): void {
  const INTERVAL = 20_000;
  let now = 0;
  let sample: SampleStore;
  let server: CountingServer;
  const lines: string[] = [];
  const records: object[] = [];

  beforeEach(async () => {
    sample = await SampleStore.make();
    await sample.publish('mfe-hubs', '1.3.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { percent: 10 });
    now = Date.now();
    server = await new CountingServer(now).start();
    lines.length = 0;
    records.length = 0;
  });
  afterEach(async () => {
    await server.stop();
    await sample.remove();
  });

  const watch = (options: Partial<WatcherOptions> = {}) =>
    startWatcher({
      store: sample.store,
      servers: [server.address],
      settings: UNGUARDED,
      now: () => now,
      intervalMs: null,
      log: textLog(lines),
      record: (event) => records.push(event),
      ...options,
    });

  /** Twenty intervals with a visit of the canary each, and two of the others; then the intervals have ended. */
  function visit(failed: boolean): void {
    for (let interval = 0; interval < 20; interval += 1) {
      server.count(now, { release: 2, version: '1.3.0', failed: failed ? [[0, 1]] : [] }, { release: 2, visits: 2 });
      now += INTERVAL;
    }
    now += INTERVAL;
    server.visits.at = new Date(now).toISOString();
  }

  const live = async () => await sample.store.latestRelease();

  test('a canary that is clearly worse is ended without a hand, and the history says why', async () => {
    const watcher = watch();
    visit(true);
    await watcher.look();
    expect(await live()).toMatchObject({
      number: 3,
      action: 'end-canary',
      createdBy: 'watcher',
      reason: expect.stringMatching(/^mfe-hubs 1\.3\.0 .* 20 of 20 .* 0 of 40 /),
      canaries: {},
      remotes: { 'mfe-hubs': { version: '1.0.0' } },
    });
    expect(await readEvidence(sample.store, 'mfe-hubs', '1.3.0')).toMatchObject([
      { as: 'canary', verdict: 'worse', visits: 20, failed: 20, baseline: { version: '1.0.0', visits: 40, failed: 0 } },
    ]);
    await expect(promoteAll(sample.store, { 'mfe-hubs': '1.3.0' })).rejects.toMatchObject({ rule: 'failed-before' });
    const text = expect.stringMatching(/mfe-hubs 1\.3\.0 .*10 %.* 20 of 20 /);
    const ended = { type: 'canary.ended', by: 'watcher', release: 3, text };
    expect(watcher.status()).toMatchObject({ release: 3, canaries: [], announcements: [ended] });
    expect(records).toMatchObject([{ event: 'canary.ended', who: 'watcher', what: 'mfe-hubs 1.3.0', release: 3 }]);
    await watcher.close();
  });

  test('a canary that works is judged, and never promoted', async () => {
    const watcher = watch();
    for (let round = 0; round < 10; round += 1) visit(false);
    await watcher.look();
    expect(watcher.status().canaries).toMatchObject([{ version: '1.3.0', judgement: { verdict: 'no-worse' } }]);
    expect((await live())?.number).toBe(2);
    await watcher.close();
  });

  test.each(['mfe-hubs', '*'])('a part whose setting says so is judged only: %s', async (part) => {
    const settings = { ...NO_SETTINGS, parts: { [part]: { endsByItself: false, guardsPromotions: false } } };
    const watcher = watch({ settings });
    visit(true);
    await watcher.look();
    expect(watcher.status().canaries).toMatchObject([{ endsByItself: false, judgement: { verdict: 'worse' } }]);
    expect((await live())?.number).toBe(2);
    await watcher.close();
  });

  test('if somebody else releases at the same moment, it looks again, and ends the canary on top of that', async () => {
    await sample.publish('mfe-legal', '1.1.0');
    const { driver } = sample.store;
    let isFirst = true;
    const store = openMemoryStore({
      place: driver.place,
      get: (key) => driver.get(key),
      has: (key) => driver.has(key),
      list: (prefix) => driver.list(prefix),
      remove: (key) => driver.remove(key),
      create: async (key, bytes) => {
        if (isFirst) {
          isFirst = false;
          await promoteAll(sample.store, { 'mfe-legal': '1.1.0' }, { by: 'anna' });
        }
        return driver.create(key, bytes);
      },
    });
    const watcher = watch({ store });
    visit(true);
    await watcher.look();
    expect(await live()).toMatchObject({
      number: 4,
      createdBy: 'watcher',
      canaries: {},
      remotes: { 'mfe-legal': { version: '1.1.0' } },
    });
    await watcher.close();
  });

  test('what a person has decided meanwhile stays', async () => {
    const watcher = watch();
    visit(true);
    await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { by: 'anna' });
    await watcher.look();
    expect(await live()).toMatchObject({ number: 3, createdBy: 'anna', remotes: { 'mfe-hubs': { version: '1.3.0' } } });
    await watcher.close();
  });

  test('what a person has released since the watcher looked stays', async () => {
    const watcher = watch({
      settings: { ...NO_SETTINGS, parts: { 'mfe-hubs': { endsByItself: false, guardsPromotions: false } } },
    });
    visit(true);
    await watcher.look();
    const { canaries } = watcher.status();
    await watcher.close();
    const guard = new CanaryGuard(sample.store, NO_SETTINGS, textLog(lines));
    guard.judge([server.visits], canaries);
    await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { by: 'anna', anyway: true });
    await guard.act(canaries, 2, now);
    expect(await live()).toMatchObject({ number: 3, createdBy: 'anna', remotes: { 'mfe-hubs': { version: '1.3.0' } } });
    expect(lines).toEqual([]);
  });

  test('of canaries that were promoted together, only the worse one ends if the other fits without it', async () => {
    await sample.publish('mfe-legal', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.3.0', 'mfe-legal': '1.1.0' }, { percent: 10 });
    const watcher = watch();
    visit(true);
    await watcher.look();
    expect(Object.keys((await live())?.canaries ?? {})).toEqual(['mfe-legal']);
    await watcher.close();
  });

  test('a canary that cannot be ended is named, told once, and logged when that begins and when it is over', async () => {
    const watcher = watch();
    visit(true);
    const create = jest.spyOn(sample.store, 'createRelease').mockRejectedValue(new Error('the disk is full'));
    for (let round = 0; round < 3; round += 1) await watcher.look();
    expect(watcher.status()).toMatchObject({
      canaries: [{ problem: 'the disk is full' }],
      announcements: [
        { type: 'store.damaged', text: expect.stringMatching(/mfe-hubs 1\.3\.0 .*the disk is full.* 20 of 20 /) },
      ],
    });
    const problem = expect.stringMatching(/mfe-hubs 1\.3\.0: the disk is full$/);
    expect(lines).toEqual([problem]);
    create.mockRestore();
    for (let round = 0; round < 2; round += 1) await watcher.look();
    expect(await live()).toMatchObject({ number: 3, action: 'end-canary' });
    expect(lines).toEqual([problem, expect.stringContaining('mfe-hubs 1.3.0')]);
    await watcher.close();
  });

  test('canaries that fit only together end together', async () => {
    const session = { '@portal/session': ['useLater'] };
    await sample.publish('shell', '2.0.0', { shared: { exports: session } });
    await sample.publish('mfe-legal', '2.0.0', { shared: { imports: session } });
    await promoteAll(sample.store, { shell: '2.0.0', 'mfe-legal': '2.0.0' }, { percent: 10 });
    const watcher = watch();
    for (let interval = 0; interval < 20; interval += 1) {
      const base = { release: 3, part: 'shell' };
      server.count(now, { ...base, version: '2.0.0', failed: [[0, 1]] }, { ...base, visits: 2 });
      now += INTERVAL;
    }
    now += INTERVAL;
    server.visits.at = new Date(now).toISOString();
    await watcher.look();
    expect(await live()).toMatchObject({
      number: 4,
      createdBy: 'watcher',
      reason: expect.stringMatching(/^shell 2\.0\.0 .* 20 of 20 /),
    });
    expect(Object.keys((await live())?.canaries ?? {})).toEqual(['mfe-hubs']);
    expect(lines).toEqual([]);
    await watcher.close();
  });
}
