import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { textLog } from '@portal/node-kit/testing/text-log';
import { SampleStore } from '@portal/release/operations/testing';
import { readEvidence } from '@portal/release/evidence';
import { promoteAll, rollBack } from '@portal/release/testing';
import { CountingServer, NO_PROBLEMS, UNGUARDED } from './testing.ts';
import type { Watcher, WatcherEvent } from './watcher.ts';
import { startWatcher } from './watcher.ts';

/** Tests of what is recorded of versions. */
export function testEvidenceRecorder(): void {
  const HOUR = 60 * 60 * 1000;
  let now = 0;
  let sample: SampleStore;
  let server: CountingServer;
  let watcher: Watcher;
  let records: WatcherEvent[] = [];

  beforeEach(async () => {
    records = [];
    sample = await SampleStore.make();
    await sample.publish('mfe-hubs', '1.1.0');
    now = Date.now();
    server = await new CountingServer(now).start();
    const servers = [server.address];
    const options = { store: sample.store, servers, settings: UNGUARDED, now: () => now, intervalMs: null };
    const record = (event: WatcherEvent) => records.push(event);
    watcher = startWatcher({ ...options, log: NO_PROBLEMS, record });
  });
  afterEach(async () => {
    await watcher.close();
    await server.stop();
    await sample.remove();
  });

  /** So many visits of mfe-hubs in the live release; then the watcher looks after the time. */
  async function visit(version: string, visits: number, failed: number, after = HOUR): Promise<void> {
    const release = (await sample.store.latestRelease())?.number ?? 0;
    server.count(now, { release, version, visits, failed: failed > 0 ? [[0, failed]] : [] });
    now += after;
    server.visits.at = new Date(now).toISOString();
    await watcher.look();
  }

  const evidence = (version: string) => readEvidence(sample.store, 'mfe-hubs', version);
  const mark = async (version: string) => (await evidence(version)).findLast(({ verdict }) => verdict === 'good');

  test('a version that everybody has got for an hour, with enough visits that worked, is marked as known good', async () => {
    await visit('1.0.0', 199, 1, 2 * HOUR);
    expect(await mark('1.0.0')).toBeUndefined();
    await visit('1.0.0', 101, 1);
    expect(await mark('1.0.0')).toMatchObject({
      by: 'watcher',
      release: 1,
      visits: 300,
      failed: 2,
      baseline: null,
    });
    await watcher.look();
    expect(records).toMatchObject([{ event: 'version.known-good', who: 'watcher', what: 'mfe-hubs 1.0.0' }]);
  });

  test('a version that fails is compared with the known good one before it, and visits of its canary do not count', async () => {
    await visit('1.0.0', 1000, 10);
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent: 50 });
    await visit('1.1.0', 500, 0);
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await visit('1.1.0', 500, 100);
    expect(await mark('1.1.0')).toBeUndefined();
    await visit('1.1.0', 100_000, 900);
    expect(await mark('1.1.0')).toMatchObject({
      release: 3,
      visits: 100_500,
      failed: 1000,
      baseline: { version: '1.0.0', visits: 1000, failed: 10 },
    });
  });

  test('visits of a version that becomes known good slowly are kept for a week', async () => {
    for (let day = 0; day < 3; day += 1) await visit('1.0.0', 80, 0, 24 * HOUR);
    expect(await mark('1.0.0')).toMatchObject({ visits: 240 });
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await rollBack(sample.store, 'mfe-hubs');
    await visit('1.0.0', 300, 0);
    expect(await mark('1.0.0')).toMatchObject({ release: 3, visits: 300 });
  });

  test('a version that was rolled back from is known good again after another hour, with visits of that hour', async () => {
    await visit('1.0.0', 300, 0);
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await visit('1.1.0', 300, 0);
    await rollBack(sample.store, 'mfe-hubs');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await visit('1.1.0', 199, 0);
    expect(await mark('1.1.0')).toMatchObject({ release: 2, visits: 300 });
    await visit('1.1.0', 1, 0);
    expect(await mark('1.1.0')).toMatchObject({ release: 4, visits: 200, baseline: { version: '1.0.0' } });
    await watcher.look();
    expect(records.filter(({ event }) => event === 'version.known-good')).toHaveLength(3);
  });

  test('evidence that cannot be written is logged when that begins and when it ends, not at every look', async () => {
    await watcher.close();
    const lines: string[] = [];
    const servers = [server.address];
    const options = { store: sample.store, servers, settings: UNGUARDED, now: () => now, intervalMs: null };
    const log = textLog(lines);
    watcher = startWatcher({ ...options, log, record: (event) => records.push(event) });
    const create = jest.spyOn(sample.store, 'createDocument').mockRejectedValue(new Error('the disk is full'));
    await visit('1.0.0', 300, 0);
    for (let look = 0; look < 3; look += 1) await watcher.look();
    const problem = expect.stringMatching(/: the disk is full$/);
    expect(lines).toEqual([problem]);
    create.mockRestore();
    for (let look = 0; look < 2; look += 1) await watcher.look();
    expect(await mark('1.0.0')).toMatchObject({ by: 'watcher' });
    expect(lines).toEqual([problem, expect.any(String)]);
  });

  test('a version that fails says so at its first visit, again when twice as many were seen, and at its end', async () => {
    await visit('1.0.0', 300, 0);
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await visit('1.1.0', 1, 1);
    expect(await evidence('1.1.0')).toMatchObject([{ verdict: 'inconclusive', visits: 1, failed: 1 }]);
    await visit('1.1.0', 3, 0);
    await visit('1.1.0', 1, 1);
    await promoteAll(sample.store, { 'mfe-hubs': '1.0.0' });
    await watcher.look();
    expect((await evidence('1.1.0')).map(({ visits, failed }) => [visits, failed])).toEqual([
      [1, 1],
      [4, 1],
      [5, 2],
    ]);
  });

  test('a version that fails clearly more often than the good one before is worse', async () => {
    await visit('1.0.0', 300, 0);
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await visit('1.1.0', 50, 40);
    expect(await evidence('1.1.0')).toMatchObject([
      { as: 'live', verdict: 'worse', visits: 50, failed: 40, baseline: { version: '1.0.0', visits: 300 } },
    ]);
    await rollBack(sample.store, 'mfe-hubs');
    await expect(promoteAll(sample.store, { 'mfe-hubs': '1.1.0' })).rejects.toMatchObject({ rule: 'failed-before' });
  });

  test('what is recorded before is not recorded again after a restart', async () => {
    await visit('1.0.0', 300, 0);
    await watcher.close();
    const servers = [server.address];
    const options = { store: sample.store, servers, settings: UNGUARDED, now: () => now, intervalMs: null };
    watcher = startWatcher({ ...options, log: NO_PROBLEMS, record: (event) => records.push(event) });
    await watcher.look();
    expect(await evidence('1.0.0')).toHaveLength(1);
  });
}
