import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseStages } from '@portal/release/format/staged-plan';
import type { Stage } from '@portal/release/format/staged-plan';
import { applyRequest } from '@portal/release/operations/apply-request';
import { SampleStore } from '@portal/release/operations/testing';
import { endCanary, promoteAll, recordSampleEvidence } from '@portal/release/testing';
import { NO_SETTINGS } from './settings/settings.ts';
import type { WatcherSettings } from './settings/settings.ts';
import { CountingServer, NO_PROBLEMS, UNGUARDED } from './testing.ts';
import type { Watcher } from './watcher.ts';
import { startWatcher } from './watcher.ts';

/** Tests of canaries that grow by a plan. */
export function testStagedPlans(): void {
  const HOUR = 60 * 60 * 1000;
  const SLOT = 20_000;
  const PLAN = '10 % for 2 h, 50 % for a day, then ask';
  let now = 0;
  let sample: SampleStore;
  let server: CountingServer;
  let watcher: Watcher;

  function getStages(text: string): readonly Stage[] {
    const stages = parseStages(text);
    if (typeof stages === 'string') throw new Error(stages);
    return stages;
  }

  /** Makes versions a canary by the plan, all in one release. */
  async function begin(versions: Readonly<Record<string, string>>): Promise<void> {
    const change = { action: 'promote', versions, percent: 10, stages: getStages(PLAN) } as const;
    await applyRequest(sample.store, { by: 'anna', reason: 'Faster search', change });
  }

  function watch(settings: WatcherSettings = UNGUARDED): Watcher {
    const options = { store: sample.store, servers: [server.address], settings, now: () => now, intervalMs: null };
    return startWatcher({ ...options, log: NO_PROBLEMS, record: () => undefined });
  }

  beforeEach(async () => {
    sample = await SampleStore.make();
    await sample.publish('mfe-hubs', '1.3.0');
    await sample.publish('mfe-legal', '1.1.0');
    now = Date.now();
    server = await new CountingServer(now).start();
    watcher = watch();
  });
  afterEach(async () => {
    await watcher.close();
    await server.stop();
    await sample.remove();
  });

  /** Enough visits of a canary and of the others, all of which work, in the present release. */
  async function visit(part = 'mfe-hubs', version = '1.3.0'): Promise<void> {
    const release = (await sample.store.latestRelease())?.number ?? 0;
    const from = now;
    for (let slot = 0; slot < 100; slot += 1) {
      server.count(from + slot * SLOT, { release, part, version, visits: 5 }, { release, part, visits: 10 });
    }
    await pass(100 * SLOT + SLOT);
  }

  /** Time passes; then the watcher looks. */
  async function pass(milliseconds: number): Promise<void> {
    now += milliseconds;
    server.visits.at = new Date(now).toISOString();
    await watcher.look();
  }

  const canary = async (part = 'mfe-hubs') => (await sample.store.latestRelease())?.canaries[part];
  const plan = () => watcher.status().canaries[0]?.plan;

  test('the share grows when the stage is over and the canary is no worse; after the last stage a person is asked', async () => {
    await begin({ 'mfe-hubs': '1.3.0' });
    await visit();
    expect(plan()).toMatchObject({
      text: PLAN,
      state: 'waits',
      next: 50,
      waitsFor: expect.stringContaining('10 %'),
    });
    await pass(2 * HOUR);
    expect(await sample.store.latestRelease()).toMatchObject({
      number: 3,
      createdBy: 'watcher',
      action: 'canary',
      reason: expect.stringMatching(/"10 % for 2 h, 50 % for a day, then ask": mfe-hubs 1\.3\.0 .* 0 of 500 /),
      canaries: { 'mfe-hubs': { version: '1.3.0', percent: 50, stagedPlan: { stages: getStages(PLAN) } } },
    });
    await visit();
    expect(plan()).toMatchObject({ state: 'waits', next: null, waitsFor: expect.stringContaining('50 %') });
    for (let day = 0; day < 3; day += 1) await pass(24 * HOUR);
    expect(plan()).toMatchObject({ state: 'asks' });
    expect(watcher.status().announcements).toMatchObject([
      {
        type: 'plan.asks',
        part: 'mfe-hubs',
        version: '1.3.0',
        text: expect.stringMatching(/ 50 % .*npm run release -- promote mfe-hubs@1\.3\.0 --reason/),
      },
    ]);
    expect((await sample.store.latestRelease())?.number).toBe(3);
  });

  test('without enough visits the share stays', async () => {
    await begin({ 'mfe-hubs': '1.3.0' });
    await pass(3 * HOUR);
    expect(plan()).toMatchObject({
      state: 'waits',
      waitsFor: expect.stringContaining('more visits'),
    });
    expect(await canary()).toMatchObject({ percent: 10 });
  });

  test('a person is asked once where a day after its stage the visits do not show yet that a canary is no worse', async () => {
    await begin({ 'mfe-hubs': '1.3.0' });
    await pass(2 * HOUR + 23 * HOUR);
    expect(plan()).toMatchObject({ state: 'waits' });
    for (let hour = 0; hour < 3; hour += 1) await pass(HOUR);
    expect(plan()).toMatchObject({ state: 'asks', next: 50 });
    expect(watcher.status().announcements).toMatchObject([
      {
        type: 'plan.asks',
        text: expect.stringMatching(/ 10 % .*npm run release -- canary mfe-hubs@1\.3\.0 50% --reason/),
      },
    ]);
    await visit();
    expect(await canary()).toMatchObject({ percent: 50 });
  });

  test('in a freeze the share stays, and grows when it is over', async () => {
    await watcher.close();
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const dates = { from: day(now - 48 * HOUR), to: day(now + 48 * HOUR) };
    watcher = watch({ ...UNGUARDED, freezes: [{ timeZone: 'UTC', dates }] });
    await begin({ 'mfe-hubs': '1.3.0' });
    await visit();
    await pass(2 * HOUR);
    const freeze = `${dates.from} to ${dates.to} (UTC)`;
    expect(watcher.status().freeze).toBe(freeze);
    expect(plan()).toMatchObject({ state: 'waits', waitsFor: expect.stringContaining(freeze) });
    expect(await canary()).toMatchObject({ percent: 10 });
    await pass(48 * HOUR);
    expect(await canary()).toMatchObject({ percent: 50 });
  });

  test('a share that a person sets ends the plan, and so does the end of the canary', async () => {
    await begin({ 'mfe-hubs': '1.3.0' });
    await visit();
    await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { percent: 20, by: 'anna' });
    await pass(72 * HOUR);
    expect(plan()).toBeNull();
    expect(await canary()).toMatchObject({ percent: 20 });
    await begin({ 'mfe-hubs': '1.3.0' });
    await endCanary(sample.store, 'mfe-hubs');
    await pass(72 * HOUR);
    expect(await canary()).toBeUndefined();
  });

  test('a canary whose share a person has set stays, while the plan goes on for the one that was promoted with it', async () => {
    await begin({ 'mfe-hubs': '1.3.0', 'mfe-legal': '1.1.0' });
    await promoteAll(sample.store, { 'mfe-legal': '1.1.0' }, { percent: 20, by: 'anna' });
    await visit();
    await pass(2 * HOUR);
    expect([await canary(), await canary('mfe-legal')]).toMatchObject([{ percent: 50 }, { percent: 20 }]);
  });

  test('canaries that were promoted together and have different plans say that they wait for each other', async () => {
    await begin({ 'mfe-hubs': '1.3.0', 'mfe-legal': '1.1.0' });
    const stages = getStages('10 % for an hour, 30 % for a day, then ask');
    const change = { action: 'promote', versions: { 'mfe-legal': '1.1.0' }, percent: 10, stages } as const;
    await applyRequest(sample.store, { by: 'ben', reason: 'Slower', change });
    await visit();
    await visit('mfe-legal', '1.1.0');
    await pass(2 * HOUR);
    expect(await canary()).toMatchObject({ percent: 10 });
    expect(plan()).toMatchObject({ state: 'waits', waitsFor: expect.stringContaining('mfe-legal 1.1.0') });
  });

  describe('a guarded promotion', () => {
    const MINUTE = 60_000;
    const live = async () => sample.store.latestRelease();

    async function restart(settings: WatcherSettings): Promise<void> {
      await watcher.close();
      watcher = watch(settings);
      await watcher.look();
    }

    beforeEach(async () => {
      await restart(NO_SETTINGS);
    });

    test('goes to everybody after half an hour, however few visits there were, and in a freeze', async () => {
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const dates = { from: day(now - 48 * HOUR), to: day(now + 48 * HOUR) };
      await restart({ ...NO_SETTINGS, freezes: [{ timeZone: 'UTC', dates }] });
      await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { by: 'anna' });
      await pass(29 * MINUTE);
      expect(plan()).toMatchObject({ state: 'waits', next: 'everybody' });
      expect(await canary()).toMatchObject({ percent: 50 });
      await pass(2 * MINUTE);
      expect(await live()).toMatchObject({
        createdBy: 'watcher',
        action: 'promote',
        reason: expect.stringMatching(/by anna with release 2\. .*50 % for 30 min, then everybody/),
        remotes: { 'mfe-hubs': { version: '1.3.0' } },
        canaries: {},
      });
      expect(watcher.status().announcements).toEqual([]);
    });

    /** Visits that fail only with the new version. */
    function fail(): void {
      for (let slot = 0; slot < 20; slot += 1) {
        server.count(now, { release: 2, version: '1.3.0', failed: [[0, 1]] }, { release: 2, visits: 2 });
        now += SLOT;
      }
    }

    test('ends like any canary once it is clearly worse', async () => {
      await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' });
      fail();
      await pass(SLOT);
      await pass(31 * MINUTE);
      expect(await live()).toMatchObject({ action: 'end-canary', remotes: { 'mfe-hubs': { version: '1.0.0' } } });
      expect(watcher.status().announcements).toMatchObject([{ type: 'canary.ended', by: 'watcher' }]);
    });

    test('waits for a person where it is clearly worse and must not end by itself', async () => {
      await restart({ ...NO_SETTINGS, parts: { 'mfe-hubs': { endsByItself: false, guardsPromotions: true } } });
      await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' });
      fail();
      await pass(31 * MINUTE);
      expect(plan()).toMatchObject({ state: 'asks' });
      expect(watcher.status().announcements).toMatchObject([{ type: 'plan.asks' }]);
      expect(await canary()).toMatchObject({ percent: 50 });
    });

    test('that a person made although the version failed before needs no second "anyway"', async () => {
      const baseline = { version: '1.0.0', visits: 300, failed: 0 };
      const failed = { as: 'canary', verdict: 'worse', visits: 20, failed: 20, baseline } as const;
      await recordSampleEvidence(sample.store, 'mfe-hubs', '1.3.0', failed);
      await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { anyway: true });
      await pass(31 * MINUTE);
      expect(await live()).toMatchObject({ remotes: { 'mfe-hubs': { version: '1.3.0' } } });
    });

    test('that nobody has made, by the history, waits for a person', async () => {
      const { release } = await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { percent: 50 });
      const begun = release.canaries['mfe-hubs'];
      if (!begun) throw new Error('no canary has begun');
      const stagedPlan = { stages: [{ percent: 50, minutes: 30 }], at: release.createdAt, isPromotion: true } as const;
      const canaries = { 'mfe-hubs': { ...begun, stagedPlan } };
      await sample.store.createRelease({ ...release, number: release.number + 1, canaries });
      await pass(31 * MINUTE);
      expect(plan()).toMatchObject({ state: 'asks' });
      expect(await canary()).toMatchObject({ percent: 50 });
    });

    test('of several versions goes to everybody in one release, without canaries that a person began with them', async () => {
      await sample.publish('shell', '1.0.1');
      const versions = { 'mfe-hubs': '1.3.0', 'mfe-legal': '1.1.0' };
      await promoteAll(sample.store, { ...versions, shell: '1.0.1' }, { percent: 50 });
      await promoteAll(sample.store, versions);
      await pass(31 * MINUTE);
      expect(await live()).toMatchObject({
        number: 4,
        remotes: { 'mfe-hubs': { version: '1.3.0' }, 'mfe-legal': { version: '1.1.0' } },
        canaries: { shell: { percent: 50 } },
      });
    });
  });

  test('canaries that were promoted together grow together, when both are no worse', async () => {
    await begin({ 'mfe-hubs': '1.3.0', 'mfe-legal': '1.1.0' });
    await visit();
    await pass(2 * HOUR);
    expect(await canary()).toMatchObject({ percent: 10 });
    await visit('mfe-legal', '1.1.0');
    expect([await canary(), await canary('mfe-legal')]).toMatchObject([{ percent: 50 }, { percent: 50 }]);
    expect((await sample.store.latestRelease())?.number).toBe(3);
  });
}
