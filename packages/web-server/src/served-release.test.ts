import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { applyAndAwait } from '@portal/release/operations/apply-and-await';
import { warnIfAhead } from '@portal/release/operations/served-release';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;
let servers: readonly string[];

beforeEach(async () => {
  portal = new SamplePortal();
  for (const build of ['shell', 'mfe-hubs'] as const) await portal.publish(build);
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

/** Rolls mfe-hubs back to a version, and waits; a wait of the servers' clock, too. */
function rollBackTo(to: string) {
  let now = 0;
  const wait = (milliseconds: number) => {
    now += milliseconds;
    portal.time += milliseconds;
    return Promise.resolve();
  };
  const request = { by: 'anna', reason: 'to try', change: { action: 'rollback', name: 'mfe-hubs', to } } as const;
  return applyAndAwait(portal.store, request, servers, { now: () => now, wait });
}

test('a change waits until every web server serves it', async () => {
  const { served, warnings } = await rollBackTo('1.0.0');
  expect(served).toMatchObject({ serving: 2, seconds: 1, servers: [{ served: 3 }, { served: 3 }] });
  expect(warnings).toEqual([]);
});

test('after ten seconds a change says which web server serves what', async () => {
  const store = portal.storeWith(async (key) => {
    if (key.endsWith('000003.json')) throw new Error('EIO: i/o error, read');
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
  portal.damage('releases/000002.json');
  const [before] = await warnIfAhead(portal.store, servers);
  expect(before).toBe(
    'The web servers serve release 2, which this store does not have (its newest is 1), and keep it until the store has a newer one. ' +
      'If the store was restored from an older backup on purpose, restart them: then they serve what the store has. Otherwise restore the newer backup.',
  );
  await portal.release({ hubs: '1.1.0' });
  await portal.release();
  portal.time += 1000;
  expect(await warnIfAhead(portal.store, servers)).toEqual([]);
  portal.damage('releases/000003.json');
  portal.damage('releases/000002.json');
  const { served, warnings, release } = await rollBackTo('1.1.0');
  expect(release?.number).toBe(2);
  expect(served).toMatchObject({ serving: 0, servers: [{ served: 3 }, { served: 3 }] });
  expect(warnings).toEqual([
    expect.stringContaining('The web servers serve release 3, which this store does not have'),
  ]);
  const restarted = await start();
  expect(await warnIfAhead(portal.store, [restarted])).toEqual([]);
});
