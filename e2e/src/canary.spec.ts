import type { Browser } from '@playwright/test';
import type { DrawsCookie } from './support/draws.ts';
import { arrive, cookieWith, drawsSetBy } from './support/draws.ts';
import { signedInState } from './support/hubs-page.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { startWebServer } from './support/portal-process.ts';
import { release } from './support/releases.ts';
import { publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

/** Another remote with a canary of the same share. */
const ALSO = 'mfe-developer';
const CANARY = '1.1.0';
const VISITORS = 1000;
/** Requests that are under way together. */
const TOGETHER = 20;

let portal: WebServerProcess;
let signedIn: Awaited<ReturnType<typeof signedInState>>;

const canaryIn = (page: string, part = 'mfe-hubs') => page.includes(`"${part}":{"version":"${CANARY}"`);

/** A page of each of the two; a page carries the part of its route alone. */
const PAGES = { 'mfe-hubs': '/check-device', [ALSO]: '/developer' };

/** Results of `act` for every item, in the same order. */
async function forAll<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += TOGETHER)
    results.push(...(await Promise.all(items.slice(start, start + TOGETHER).map(act))));
  return results;
}

const headerOf = ({ name, value }: DrawsCookie) => `${name}=${value}`;

/** Whether the page of visitors with this cookie has the canaries. */
async function isInCanary(cookie: string): Promise<boolean> {
  const [hubs, also] = await Promise.all(
    Object.entries(PAGES).map(async ([part, path]) => {
      const answer = await fetch(portal.url + path, { headers: { cookie } });
      // A visitor with a number keeps it, until the canary ends.
      expect(drawsSetBy(answer)?.value ?? '').toBe('');
      const text = await answer.text();
      expect(text).toContain(`"${part}":{"version":`);
      return canaryIn(text, part);
    }),
  );
  // Both were promoted together, so they reach the same visitors.
  expect(also).toBe(hubs);
  return hubs === true;
}

/** The cookies whose visitors are in the canary. A page depends on the cookie alone, so one is asked for each. */
async function cookiesInCanary(visitors: readonly string[]): Promise<ReadonlySet<string>> {
  const cookies = [...new Set(visitors)];
  const inCanary = await forAll(cookies, isInCanary);
  return new Set(cookies.filter((_cookie, index) => inCanary[index]));
}

/** Visits as the owner, signed in, with this number for the canary; gives the heading once the hubs are there. */
async function greetingIn(browser: Browser, number: number, missing?: RegExp): Promise<string> {
  const context = await browser.newContext({ locale: 'en', baseURL: portal.url, storageState: signedIn });
  await context.addCookies([{ ...(await cookieWith(number, portal)), url: portal.url }]);
  const page = await context.newPage();
  if (missing) await page.route(missing, async (route) => await route.fulfill({ status: 404, body: '' }));
  await page.goto('/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  // Not what was there before it ran.
  await expect(page.locator('#painted-page')).toHaveCount(0);
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  // Once it is idle, it loads what measures its vitals.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/vitals\./.test(name)),
  );
  await page.goto('about:blank'); // Now it reports; a tab that closes may not come to it.
  await context.close();
  return heading ?? '';
}

/** What visitors of the canary felt, as far as it was measured. */
async function vitalsOfCanary(): Promise<readonly string[]> {
  const answer = await fetch(new URL('/visits.json', portal.metricsUrl));
  const { vitals } = (await answer.json()) as { vitals: { part: string; version: string; vital: string }[] };
  return vitals.filter(({ part, version }) => part === 'mfe-hubs' && version === CANARY).map(({ vital }) => vital);
}

test.describe('a canary', () => {
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    portal = await startWebServer();
    signedIn = await signedInState(browser, portal);
    await publish(portal.stateFolder, 'mfe-hubs@1.1.0', 'mfe-developer@1.1.0');
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  // packages/web-server/src/canary.test.ts does the same in every run, without processes.
  test('of 10 % reaches about 100 of 1,000 visitors, who keep it, also when it grows', { tag: '@full' }, async () => {
    const canaries = ['mfe-hubs', ALSO].map((part) => `${part}@${CANARY}`);
    await release(portal, 'promote', ...canaries, '--canary', '10');
    const visitors = await forAll(Array.from({ length: VISITORS }), async () => headerOf(await arrive(portal)));
    const first = await cookiesInCanary(visitors);
    const reached = visitors.filter((cookie) => first.has(cookie)).length;
    // Five times what chance explains: sqrt(1000 × 0.1 × 0.9) is 9.5.
    expect(reached).toBeGreaterThan(52);
    expect(reached).toBeLessThan(148);
    expect(await cookiesInCanary(visitors)).toEqual(first);

    await release(portal, 'promote', ...canaries, '--canary', '40');
    const grown = await cookiesInCanary(visitors);
    expect([...first].filter((cookie) => !grown.has(cookie))).toEqual([]);
    const share = visitors.filter((cookie) => grown.has(cookie)).length;
    expect(share).toBeGreaterThan(322);
    expect(share).toBeLessThan(478);

    await release(portal, 'rollback', ALSO);
    await release(portal, 'rollback', 'mfe-hubs');
    expect(await cookiesInCanary(visitors)).toEqual(new Set());
  });

  test('runs for its visitors only, is counted separately, and falls back to the version of all others', async ({
    browser,
  }) => {
    await release(portal, 'promote', `mfe-hubs@${CANARY}`, '--canary', '10');
    await test.step('it runs for its visitors, and is counted', async () => {
      await expect(async () => {
        expect(await greetingIn(browser, 9)).toMatch(/^Good to see you, /); // Its page has been left, so it has reported.
        await expect.poll(vitalsOfCanary, { timeout: 1000 }).toContain('LCP');
      }).toPass();
      const loads = `portal_part_load_seconds_count{part="mfe-hubs",version="${CANARY}"} `;
      await expect(async () => {
        const text = await (await fetch(portal.metricsUrl)).text();
        expect(text).toContain(`portal_part_info{part="mfe-hubs",version="${CANARY}",state="canary"} 1`);
        const line = text.split('\n').find((each) => each.startsWith(loads));
        expect(Number(line?.slice(loads.length))).toBeGreaterThan(0);
      }).toPass();
    });
    await test.step('it does not run for anybody else', async () => {
      expect(await greetingIn(browser, 10)).toMatch(/^Hello, /);
    });
    await test.step('its visitors get the version of all others when it fails', async () => {
      const answer = await fetch(`${portal.url}/check-device`, {
        headers: { cookie: headerOf(await cookieWith(9, portal)) },
      });
      const entry = /"mfe-hubs":\{"version":"[^"]+","builtAt":"[^"]+","entry":"([^"]+)"/.exec(await answer.text())?.[1];
      expect(entry).toBeDefined();
      expect(await greetingIn(browser, 9, new RegExp(entry ?? ''))).toMatch(/^Hello, /);
    });
  });
});
