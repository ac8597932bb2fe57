import type { Browser } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { WebServerProcess } from './support/portal-process.ts';
import { startWebServer } from './support/portal-process.ts';
import { openAs } from './support/portal.ts';
import { release } from './support/releases.ts';
import { publish } from './support/versions.ts';

/** Another remote with a canary of the same share. */
const ALSO = 'mfe-developer';
const CANARY = '1.1.0';
const VISITORS = 1000;
/** Requests that are under way together. */
const TOGETHER = 20;

/** A visitor who first comes without a cookie and keeps the one that the server sets. */
interface Visitor {
  readonly cookie: string;
  readonly inCanary: boolean;
}

let portal: WebServerProcess;

const canaryIn = (page: string, part = 'mfe-hubs') => page.includes(`"${part}":{"version":"${CANARY}"`);

async function visit(cookie?: string, parts: readonly string[] = []): Promise<Visitor> {
  const answer = await fetch(`${portal.url}/check-device`, cookie === undefined ? {} : { headers: { cookie } });
  const given = answer.headers.get('set-cookie')?.split(';')[0];
  // A visitor with a bucket gets no other.
  if (cookie !== undefined) expect(given).toBeUndefined();
  const text = await answer.text();
  const inCanary = canaryIn(text);
  // Both canaries reach the same visitors.
  for (const part of parts) expect(canaryIn(text, part)).toBe(inCanary);
  return { cookie: given ?? cookie ?? '', inCanary };
}

/** Visits of all, in the same order; `parts` are canaries of the same share as mfe-hubs. */
async function visitAll(cookies: readonly (string | undefined)[], parts: readonly string[] = []): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let start = 0; start < cookies.length; start += TOGETHER) {
    visitors.push(...(await Promise.all(cookies.slice(start, start + TOGETHER).map((cookie) => visit(cookie, parts)))));
  }
  return visitors;
}

async function greetingIn(browser: Browser, bucket: number, missing?: RegExp): Promise<string> {
  const context = await browser.newContext({ locale: 'en', baseURL: portal.url });
  await context.addCookies([{ name: 'portal_bucket', value: String(bucket), url: portal.url }]);
  const page = await context.newPage();
  if (missing) await page.route(missing, async (route) => await route.fulfill({ status: 404, body: '' }));
  await openAs(page, 'owner@example.com');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  await page.goto('about:blank'); // Now it reports; a tab that closes may not come to it.
  await context.close();
  return heading ?? '';
}

test.describe('a canary', () => {
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    portal = await startWebServer();
    await publish(portal.stateFolder, 'mfe-hubs@1.1.0', 'mfe-developer@1.1.0');
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  test('of 10 % meets about 100 of 1,000 visitors; each stays, and growing keeps everyone', async () => {
    test.slow();
    const canaries = ['mfe-hubs', ALSO].map((part) => `${part}@${CANARY}`);
    await release(portal, 'promote', ...canaries, '--canary', '10');
    const first = await visitAll(
      Array.from({ length: VISITORS }, () => undefined),
      [ALSO],
    );
    const met = first.filter(({ inCanary }) => inCanary);
    // Five times what chance explains: sqrt(1000 × 0.1 × 0.9) is 9.5.
    expect(met.length).toBeGreaterThan(52);
    expect(met.length).toBeLessThan(148);

    const cookies = first.map(({ cookie }) => cookie);
    expect(await visitAll(cookies, [ALSO])).toEqual(first);

    await release(portal, 'promote', ...canaries, '--canary', '40');
    const grown = await visitAll(cookies, [ALSO]);
    expect(grown.filter(({ inCanary }, index) => first[index]?.inCanary === true && !inCanary)).toEqual([]);
    const share = grown.filter(({ inCanary }) => inCanary).length;
    expect(share).toBeGreaterThan(322);
    expect(share).toBeLessThan(478);

    await release(portal, 'rollback', ALSO);
    await release(portal, 'rollback', 'mfe-hubs');
    expect((await visitAll(cookies.slice(0, 100), [ALSO])).some(({ inCanary }) => inCanary)).toBe(false);
  });

  test('runs in the browsers of its visitors, and in no other', async ({ browser }) => {
    await release(portal, 'promote', `mfe-hubs@${CANARY}`, '--canary', '10');
    expect(await greetingIn(browser, 9)).toMatch(/^Good to see you, /);
    expect(await greetingIn(browser, 10)).toMatch(/^Hello, /);
    await release(portal, 'rollback', 'mfe-hubs');
    expect(await greetingIn(browser, 9)).toMatch(/^Hello, /);
  });

  test('that is broken falls back, in its visitors’ pages, to what everybody else runs', async ({ browser }) => {
    await release(portal, 'promote', `mfe-hubs@${CANARY}`, '--canary', '10');
    const answer = await fetch(`${portal.url}/check-device`, { headers: { cookie: 'portal_bucket=9' } });
    const entry = /"mfe-hubs":\{"version":"[^"]+","builtAt":"[^"]+","entry":"([^"]+)"/.exec(await answer.text())?.[1];
    expect(entry).toBeDefined();
    expect(await greetingIn(browser, 9, new RegExp(entry ?? ''))).toMatch(/^Hello, /);
    await release(portal, 'rollback', 'mfe-hubs');
  });

  test('is counted apart from what everybody else runs', async ({ browser }) => {
    await release(portal, 'promote', `mfe-hubs@${CANARY}`, '--canary', '10');
    await greetingIn(browser, 3); // Its page has been left, so it has reported.
    const loads = `portal_part_load_seconds_count{part="mfe-hubs",version="${CANARY}"} `;
    await expect(async () => {
      const text = await (await fetch(portal.metricsUrl)).text();
      expect(text).toContain(`portal_part_info{part="mfe-hubs",version="${CANARY}",state="canary"} 1`);
      const line = text.split('\n').find((each) => each.startsWith(loads));
      expect(Number(line?.slice(loads.length))).toBeGreaterThan(0);
    }).toPass();
    await release(portal, 'rollback', 'mfe-hubs');
  });
});
