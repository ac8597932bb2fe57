import { textLog } from '@portal/node-kit/testing/text-log';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DRAW_NUMBERS } from '@portal/contract/release-view';
import type { Watcher } from '@portal/release-watcher/watcher';
import { startWatcher } from '@portal/release-watcher/watcher';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import { TestVisit } from './testing/test-visit.ts';

const SLOT = 20_000;
const HOUR = 60 * 60 * 1000;
const VISITORS = 120;
const GOOD = '1.0.0';

let portal: SamplePortal;
let server: WebServer;
let watcher: Watcher;

beforeEach(async () => {
  portal = new SamplePortal();
  portal.began = Date.now();
  await portal.publishAll();
  await portal.release();
  server = await portal.start({ metricsPort: 0 });
  watcher = startWatcher({
    store: portal.store,
    servers: [server.metricsUrl ?? ''],
    now: () => portal.began + portal.time,
    intervalMs: null,
    log: textLog(portal.logged),
    record: () => undefined,
  });
});
afterEach(async () => {
  await watcher.close();
  await portal.remove();
});

type Report = Readonly<Record<string, unknown>>;

/**
 * Visitors open a page, and report of the version of mfe-hubs that they got. @returns how many got which version. Their numbers for the
 * canary of release `canary` are given, so that each run has the same visits.
 */
async function visit(
  reportsOf: (version: string, visitor: number) => readonly Report[],
  canary = 0,
): Promise<Readonly<Record<string, number>>> {
  const got: Record<string, number> = {};
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const opened = await TestVisit.open(server, {
      cookie: `portal_draws=mfe-hubs-${String(canary)}=${String(visitor % DRAW_NUMBERS)}`,
    });
    const version = opened.versionOf('mfe-hubs');
    got[version] = (got[version] ?? 0) + 1;
    const reports = reportsOf(version, visitor).map((report) => ({ part: 'mfe-hubs', version, ...report }));
    expect(await opened.send({ visit: `${portal.time}-${visitor}`, reports })).toBe(204);
  }
  // The slot has ended.
  portal.time += SLOT;
  await watcher.look();
  portal.time += SLOT;
  return got;
}

const LOADED = { loadedIn: 300 };
const CRASHED = { failure: 'crashed', message: 'TypeError: no hubs', position: 'main.0123456789abcdef.js:1:7' };

/** What visitors of each bad version report. */
const BAD: Readonly<Record<string, (visitor: number) => readonly Report[]>> = {
  // Throws when it is imported.
  '1.2.0': () => [CRASHED],
  // Throws when it is shown.
  '1.3.0': () => [LOADED, CRASHED],
  // Throws at a click, which two of three visitors make.
  '1.4.0': (visitor) => (visitor % 3 === 0 ? [LOADED] : [LOADED, CRASHED]),
};

test('each bad version is ended as a canary without a hand, and new pages start with the known good version', async () => {
  expect(await visit(() => [LOADED])).toEqual({ [GOOD]: VISITORS });
  portal.time += HOUR;
  await visit(() => [LOADED]);
  expect(await portal.store.readKnownGood('mfe-hubs', GOOD)).toMatchObject({
    by: 'watcher',
    visits: 2 * VISITORS,
    failed: 0,
  });

  let number = 1;
  for (const [version, reports] of Object.entries(BAD)) {
    await portal.publish('mfe-hubs', { version, contents: { 'main.js': `export const bad = '${version}';` } });
    await portal.releaseCanary(['mfe-hubs'], 10, version);
    number += 2;
    portal.time += SLOT;
    const got = await visit((each, visitor) => (each === version ? reports(visitor) : [LOADED]), number - 1);
    expect(got).toEqual({ [GOOD]: 100, [version]: 20 });
    expect(await portal.store.latestRelease()).toMatchObject({
      number,
      action: 'rollback',
      createdBy: 'watcher',
      reason: expect.stringMatching(
        new RegExp(
          `^mfe-hubs ${version} failed in \\d+ of ${got[version]} visits, 1\\.0\\.0 in 0 of ${got[GOOD]} visits at the same time`,
        ),
      ),
      canaries: {},
      remotes: { 'mfe-hubs': { version: GOOD } },
    });
    expect(watcher.status().announcements[0]).toMatchObject({ type: 'canary.ended', version, by: 'watcher' });
    expect(await visit(() => [LOADED])).toEqual({ [GOOD]: VISITORS });
  }
  for (const line of portal.logged) expect(line).toMatch(/^Release \d is served \(was \d\)/);
});
