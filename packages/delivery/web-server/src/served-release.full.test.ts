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
  expect(served && describeServed(served)).toMatch(new RegExp(`2 of 3 .*10\\.0 s.*${host} refuses`));
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`release 3: ${host} .*release 2 .*refuses`))]);
});

test('after ten seconds a change says which web server serves what', async () => {
  const store = portal.storeWith(async (key) => {
    if (key === 'releases/000003.json') throw new Error('EIO: i/o error, read');
  });
  const late = await start(store);
  servers = [...servers, late];
  const { served, warnings } = await rollBackTo('1.0.0');
  expect(served).toMatchObject({ serving: 2, seconds: 10 });
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`release 3: ${new URL(late).host} .*release 2\\b`))]);
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
  expect(await warnIfAhead(restored, servers)).toEqual([
    expect.stringMatching(/release 3, .* 1\).*npm run release -- store restore --checkpoint FILE/),
  ]);
  await promoteAll(restored, { 'mfe-hubs': '1.1.0' });
  const { release } = await promoteAll(restored, { 'mfe-hubs': '1.0.0' });
  const served = await awaitServed(restored, servers, release.number, startClock());
  expect(served).toMatchObject({ serving: 0, servers: [{ served: 3 }, { served: 3 }] });
  const each = servers.map((server) => `${new URL(server).host} .*release 3 .*refuses`).join('.*');
  expect(served.warnings).toEqual([expect.stringMatching(new RegExp(each))]);
  expect(await warnIfAhead(restored, [await start(open())])).toEqual([]);
});
