import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { applyRequest } from '@portal/release/operations/apply-request';
import { awaitServed, describeServed, warnIfAhead } from '@portal/release/operations/served-release';
import { promoteAll } from '@portal/release/testing';
import { listen } from '@portal/node-kit/listen';
import { memoryDriver } from '@portal/release/memory-driver';
import { openMemoryStore } from '@portal/release/memory-store';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;
let servers: readonly string[];

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publishAll();
  await portal.publish('mfe-hubs', { version: '1.1.0' });
  await portal.release();
  await portal.release({ hubs: '1.1.0' });
  servers = [await start(), await start()];
});
afterEach(() => portal.remove());

async function start(store = portal.store): Promise<string> {
  const { metricsUrl = '' } = await portal.start({ store, metricsPort: 0 });
  return metricsUrl;
}

/** A clock from 0 on; whoever waits moves that of the servers, too. */
function startClock() {
  let time = 0;
  return {
    now: () => time,
    wait: (milliseconds: number) => {
      time += milliseconds;
      portal.time += milliseconds;
      return Promise.resolve();
    },
  };
}

/** Rolls mfe-hubs back to a version, and waits. */
function rollBackTo(to: string) {
  const request = { by: 'anna', reason: 'to try', change: { action: 'rollback', name: 'mfe-hubs', to } } as const;
  return applyRequest(portal.store, request, servers, startClock());
}

test('a change waits until every web server serves it', async () => {
  const { served, warnings } = await rollBackTo('1.0.0');
  expect(served).toMatchObject({ serving: 2, seconds: 1, servers: [{ served: 3 }, { served: 3 }] });
  expect(warnings).toEqual([]);
});

test('a web server that refuses the log of its store is named with the reason', async () => {
  const metrics =
    'portal_release_number 2\nportal_log_refused{reason="shorter"} 0\nportal_log_refused{reason="forked"} 1\n';
  const refusing = await listen((_, response) => response.end(metrics), {
    port: 0,
    host: '127.0.0.1',
    variable: 'PORT',
  });
  const host = `127.0.0.1:${String(refusing.port)}`;
  servers = [...servers, `http://${host}/metrics`];
  const { served, warnings } = await rollBackTo('1.0.0');
  await refusing.close();
  const why = `${host} refuses the log of its store, because entries that it has seen were replaced`;
  expect(served && describeServed(served)).toBe(`served by 2 of 3 after 10.0 s (${why})`);
  expect(warnings).toEqual([
    `After 10 s, not every web server serves release 3: ${why.replace('refuses', 'serves release 2 and refuses')}. Its log says why it holds a release back.`,
  ]);
});

test('after ten seconds a change says which web server serves what', async () => {
  const store = portal.storeWith(async (key) => {
    if (key === 'releases/000003.json') throw new Error('EIO: i/o error, read');
  });
  const late = await start(store);
  servers = [...servers, late];
  const { served, warnings } = await rollBackTo('1.0.0');
  expect(served).toMatchObject({ serving: 2, seconds: 10 });
  expect(warnings).toEqual([
    `After 10 s, not every web server serves release 3: ${new URL(late).host} serves release 2. Its log says why it holds a release back.`,
  ]);
});

test('on a store from an older backup it says before and after the change that web servers keep their release', async () => {
  const objects = new Map<string, Uint8Array>();
  const open = () => openMemoryStore(memoryDriver(objects));
  await portal.remove();
  portal = new SamplePortal(open());
  await portal.publishAll();
  await portal.publish('mfe-hubs', { version: '1.1.0' });
  await portal.release();
  const backup = new Map(objects);
  await portal.release({ hubs: '1.1.0' });
  await portal.release();
  servers = [await start(open()), await start(open())];
  for (const key of objects.keys()) if (!backup.has(key)) objects.delete(key);
  portal.time += 1000;

  const restored = open();
  const [before] = await warnIfAhead(restored, servers);
  expect(before).toBe(
    'The web servers serve release 3, which this store does not have (its newest is 1), and keep it until the store has a newer one. ' +
      'If the store was restored from an older backup on purpose, say so in it, if that is not done yet: npm run release -- restore --checkpoint FILE. Otherwise restore the newer backup.',
  );
  await promoteAll(restored, { 'mfe-hubs': '1.1.0' });
  const { release } = await promoteAll(restored, { 'mfe-hubs': '1.0.0' });
  const served = await awaitServed(restored, servers, release.number, startClock());
  expect(served).toMatchObject({ serving: 0, servers: [{ served: 3 }, { served: 3 }] });
  const why = 'serves release 3 and refuses the log of its store, because entries that it has seen were replaced';
  const each = servers.map((server) => `${new URL(server).host} ${why}`).join(', ');
  expect(served.warnings).toEqual([
    `After 10 s, not every web server serves release 3: ${each}. Its log says why it holds a release back.`,
  ]);
  expect(await warnIfAhead(restored, [await start(open())])).toEqual([]);
});
