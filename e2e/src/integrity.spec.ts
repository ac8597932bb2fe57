import type { Page } from '@playwright/test';
import { greets, tryAgainLater } from './support/hubs-page.ts';
import { expect, openAs, test } from './support/portal.ts';

declare global {
  interface Window {
    tampered?: boolean;
  }
}

/** Changes every answer to the addresses that match, as an attacker between server and browser could. */
async function tamper(page: Page, addresses: RegExp, addition: string): Promise<() => number> {
  let changed = 0;
  await page.route(addresses, async (route) => {
    const answer = await route.fetch();
    changed += 1;
    await route.fulfill({ response: answer, body: (await answer.text()) + addition });
  });
  return () => changed;
}

test.describe('a remote with other bytes than the release names', () => {
  test('is not shown in a changed style', async ({ page }) => {
    const changed = await tamper(
      page,
      /\/assets\/mfe-hubs\/[\w-]+\.\w+\.css/,
      '\nbody { outline: 7px solid rgb(1, 2, 3) !important; }',
    );
    await openAs(page, 'owner@example.com');
    await expect(page.getByRole('alert')).toContainText('This part of the portal is not available right now');
    expect(changed()).toBeGreaterThan(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('7px');
  });

  test('does not run: entry; the rest of the portal works, and "Try again" loads the remote', async ({ page }) => {
    const changed = await tamper(page, /\/assets\/mfe-hubs\/entry\.\w+\.js/, '\n;globalThis.tampered = true;');
    await openAs(page, 'owner@example.com');
    await expect(page.getByRole('alert')).toContainText('This part of the portal is not available right now');
    expect(changed()).toBeGreaterThan(0);
    expect(await page.evaluate(() => window.tampered)).toBeUndefined();
    await tryAgainLater(page);
    await greets(page, 'Hello');
  });
});
