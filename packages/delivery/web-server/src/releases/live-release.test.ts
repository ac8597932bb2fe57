import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseLiveView } from '@portal/contract/live-view';
import { SamplePortal } from '../testing/sample-portal.ts';
import { readMetric } from '../testing/test-visit.ts';

let portal: SamplePortal;
const withFallback = SamplePortal.prepared(async (made) => {
  await made.publishAll();
  for (const version of ['1.1.0', '1.2.0'])
    await made.publish('mfe-hubs', { version, contents: { 'main.js': `export const version = '${version}';` } });
  await made.release();
  await made.release({ hubs: '1.1.0' });
});

beforeEach(async () => {
  portal = await withFallback();
});
afterEach(() => portal.remove());

const releaseKey = (number: number) => `releases/00000${String(number)}.json`;
const readNumber = async (url: string) => parseLiveView(await (await fetch(`${url}/release.json`)).json()).number;

/** The version of mfe-hubs in a page, and its fallback. */
async function hubs(url: string): Promise<{ version: unknown; fallback: unknown }> {
  const page = await (await fetch(`${url}/settings`)).text();
  const version = /"mfe-hubs":\{"version":"([^"]+)"/.exec(page)?.[1];
  return { version, fallback: /"fallback":\{"version":"([^"]+)"/.exec(page)?.[1] };
}

describe('a fallback', () => {
  test('that could not be read once is retried a minute later', async () => {
    const main = await portal.fileLike('mfe-hubs', 'main.');
    let failing = true;
    const store = portal.storeWith(async (key) => {
      if (failing && key.endsWith(main)) throw new Error('EIO: i/o error, read');
    });
    const { url, liveNumber } = await portal.start({ store });
    expect(await hubs(url)).toEqual({ version: '1.1.0', fallback: undefined });
    failing = false;
    portal.time += 60_000;
    await liveNumber();
    expect(await hubs(url)).toEqual({ version: '1.1.0', fallback: '1.0.0' });
    expect(portal.logged).toEqual([
      expect.stringMatching(/^Release 2: mfe-hubs 1\.1\.0 .*: EIO: i\/o error, read$/),
      expect.stringMatching(/^Release 2: mfe-hubs 1\.1\.0 /),
    ]);
  });

  test('that is damaged leaves its place to the second one; a page names both while they are whole', async () => {
    await portal.release({ hubs: '1.2.0' });
    const { url, liveNumber } = await portal.start();
    const page = await (await fetch(`${url}/settings`)).text();
    expect(page).toMatch(/"fallback":\{"version":"1\.1\.0".*"fallback":\{"version":"1\.0\.0"/);
    await portal.bar('mfe-hubs', '1.1.0');
    portal.time += 60_000;
    await liveNumber();
    expect(await hubs(url)).toEqual({ version: '1.2.0', fallback: '1.0.0' });
    expect(await (await fetch(`${url}/settings`)).text()).not.toMatch(/"fallback":.*"fallback":/);
    expect(portal.logged).toEqual([expect.stringMatching(/^Release 3: mfe-hubs 1\.2\.0 .*: mfe-hubs 1\.1\.0 /)]);
  });

  test('that is yanked is no longer served, even while the release without it is held back', async () => {
    const { url } = await portal.start();
    expect(await hubs(url)).toEqual({ version: '1.1.0', fallback: '1.0.0' });
    await portal.yank('mfe-hubs', '1.0.0');
    await portal.plant(releaseKey(3), {});
    portal.damage(releaseKey(3), '{');
    portal.time += 1000;
    expect(await hubs(url)).toEqual({ version: '1.1.0', fallback: undefined });
    expect(await readNumber(url)).toBe(2);
  });
});

describe('a served release that is missing from the store', () => {
  test('is served from memory, next to an older one or a damaged newer one; the metrics report it', async () => {
    await portal.release({ hubs: '1.2.0' });
    const { url, metricsUrl } = await portal.start({ metricsPort: 0 });
    portal.damage(releaseKey(3));
    portal.time += 1000;
    expect(await hubs(url)).toMatchObject({ version: '1.2.0' });
    expect(await readNumber(url)).toBe(3);
    expect(await readMetric({ metricsUrl }, 'portal_release_damaged')).toBe(1);
    expect(portal.logged).toEqual([expect.stringMatching(/^Release 3 .*000003\.json/)]);
    await portal.plant(releaseKey(4), {});
    portal.damage(releaseKey(4), '{');
    portal.time += 1000;
    expect(await readNumber(url)).toBe(3);
    expect(await readMetric({ metricsUrl }, 'portal_release_held_back')).toBe(1);
  });
});

describe('a store that hangs', () => {
  test('does not block pages: the live release is served from memory, and the metrics report it until the store answers [T418]', async () => {
    let hang: Promise<void> | undefined;
    const { url, metricsUrl, liveNumber } = await portal.start({
      store: portal.storeWith(async () => hang),
      waitLimitMs: 5,
      metricsPort: 0,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    hang = promise;
    portal.time += 1000;
    expect(await hubs(url)).toMatchObject({ version: '1.1.0' });
    expect(await liveNumber()).toBe(2);
    expect(await readMetric({ metricsUrl }, 'portal_store_readable')).toBe(0);
    expect(portal.logged.at(-1)).toMatch(/is slow to answer; release 2 /);
    hang = undefined;
    resolve();
    let readable = 0;
    while (readable !== 1) readable = await readMetric({ metricsUrl }, 'portal_store_readable');
    expect(await readNumber(url)).toBe(2);
  });

  test('from the start is seen by operators: not ready, with the reason and the metric', async () => {
    const silent = portal.storeWith(() => new Promise(() => {}));
    const { metricsUrl = '' } = await portal.start({ store: silent, waitLimitMs: 5, metricsPort: 0, wait: false });
    const ready = await fetch(metricsUrl.replace('/metrics', '/readyz'));
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, why: expect.any(String) }]);
    expect(await readMetric({ metricsUrl }, 'portal_store_readable')).toBe(0);
    expect(portal.logged).toEqual([expect.stringContaining('no release')]);
  });

  test('only with its files is said once, not at each look', async () => {
    const entry = await portal.fileLike('mfe-hubs', 'entry.', '1.1.0');
    const slow: (() => void)[] = [];
    let isSlow = false;
    const store = portal.storeWith(async (key) => {
      if (isSlow && key.endsWith(entry)) await new Promise<void>((resolve) => slow.push(resolve));
    });
    const { metricsUrl, liveNumber } = await portal.start({ store, waitLimitMs: 5, metricsPort: 0 });
    const readable = async () => await readMetric({ metricsUrl }, 'portal_store_readable');
    isSlow = true;
    for (let minute = 0; minute < 3; minute += 1) {
      portal.time += 60_000;
      expect(await liveNumber()).toBe(2);
      for (const answer of slow.splice(0)) answer();
      while ((await readable()) !== 1) portal.time += 1000;
    }
    isSlow = false;
    portal.time += 60_000;
    await liveNumber();
    expect(portal.logged).toEqual([expect.stringMatching(/^memory .*release 2 /), expect.stringMatching(/^memory /)]);
  });
});

test('an outage of the store that comes back is logged again, and so is its end', async () => {
  let isAway = false;
  const store = portal.storeWith(async () => {
    if (isAway) throw new Error('ECONNREFUSED');
  });
  const { url } = await portal.start({ store });
  for (const away of [true, true, false, false, true]) {
    isAway = away;
    portal.time += 1000;
    expect(await readNumber(url)).toBe(2);
  }
  expect(portal.logged).toEqual(['ECONNREFUSED', expect.stringMatching(/^memory /), 'ECONNREFUSED']);
});

test('a damaged served release is replaced by the next one, whose number is higher than that of its open pages', async () => {
  const { url } = await portal.start();
  expect(await readNumber(url)).toBe(2);
  portal.damage(releaseKey(2), '{');
  await portal.release({ hubs: '1.0.0' });
  portal.time += 1000;
  expect(await readNumber(url)).toBe(3);
});
