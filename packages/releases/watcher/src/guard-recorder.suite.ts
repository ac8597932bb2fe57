import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { textLog } from '@portal/node-kit/testing/text-log';
import { openMemoryStore } from '@portal/release/memory-store';
import { applyRequest } from '@portal/release/operations/apply-request';
import { SampleStore } from '@portal/release/operations/testing';
import type { Store } from '@portal/release/store';
import { NO_SETTINGS } from './settings/settings.ts';
import { NO_PROBLEMS, UNGUARDED } from './testing.ts';
import type { Watcher, WatcherOptions } from './watcher.ts';
import { startWatcher } from './watcher.ts';

/** Tests of what tells everybody else that promotions are guarded. */
export function testGuardRecorder(): void {
  let sample: SampleStore;
  const watchers: Watcher[] = [];

  beforeEach(async () => {
    sample = await SampleStore.make();
    await sample.publish('mfe-hubs', '1.1.0');
  });
  afterEach(async () => {
    for (const watcher of watchers.splice(0)) await watcher.close();
    await sample.remove();
  });

  /** Starts a watcher, without settings unless they are given, and lets it look once. */
  async function watch(options: Partial<WatcherOptions> = {}): Promise<Watcher> {
    const given = { store: sample.store, servers: [], intervalMs: null, log: NO_PROBLEMS, record: () => undefined };
    const watcher = startWatcher({ ...given, ...options });
    watchers.push(watcher);
    await watcher.look();
    return watcher;
  }

  async function isGuarded(store: Store = sample.store): Promise<boolean> {
    const change = { action: 'promote', versions: { 'mfe-hubs': '1.1.0' } } as const;
    const { release } = await applyRequest(store.dryRun(), { by: 'anna', reason: 'Faster', change });
    return release?.canaries['mfe-hubs']?.stagedPlan?.isPromotion === true;
  }

  test('promotions are guarded while a watcher runs, and only then', async () => {
    expect(await isGuarded()).toBe(false);
    const watcher = await watch();
    expect(await isGuarded()).toBe(true);
    await watcher.close();
    expect(await isGuarded()).toBe(false);
  });

  test.each([
    [{ 'mfe-hubs': { endsByItself: true, guardsPromotions: false } }, false],
    [{ 'mfe-legal': { endsByItself: true, guardsPromotions: false } }, true],
    [UNGUARDED.parts, false],
    [{ ...UNGUARDED.parts, 'mfe-hubs': { endsByItself: true, guardsPromotions: true } }, true],
  ])('the settings %j decide for a part', async (parts, expected) => {
    await watch({ settings: { ...NO_SETTINGS, parts } });
    expect(await isGuarded()).toBe(expected);
  });

  test('settings that have changed count from the next start on, also after a crash', async () => {
    await watch();
    await watch({ settings: UNGUARDED });
    expect(await isGuarded()).toBe(false);
  });

  test('one of two watchers goes on when the other one stops', async () => {
    const [one, two] = [await watch(), await watch()];
    await one.close();
    await two.look();
    expect(await isGuarded()).toBe(true);
  });

  test('a look records nothing that the store has already', async () => {
    const create = jest.spyOn(sample.store, 'createDocument');
    const watcher = await watch();
    await watcher.look();
    await watch();
    expect(create).toHaveBeenCalledTimes(1);
  });

  test('a damaged record is replaced by another one', async () => {
    const watcher = await watch();
    await sample.write('watching/000001.json', '{');
    await watcher.look();
    expect(await isGuarded()).toBe(true);
    expect(await sample.store.documentKeys('watching/')).toHaveLength(2);
  });

  test('a store without releases stays empty', async () => {
    const store = openMemoryStore();
    await watch({ store });
    expect(await store.driver.list('')).toEqual([]);
  });

  test('what cannot be recorded is logged once, and again when it can', async () => {
    const lines: string[] = [];
    const create = jest.spyOn(sample.store, 'createDocument').mockRejectedValue(new Error('the disk is full'));
    const watcher = await watch({ log: textLog(lines) });
    await watcher.look();
    expect(lines.splice(0)).toEqual([expect.stringMatching(/: the disk is full$/)]);
    create.mockRestore();
    await watcher.look();
    expect(lines).toEqual([expect.any(String)]);
    expect(await isGuarded()).toBe(true);
  });
}
