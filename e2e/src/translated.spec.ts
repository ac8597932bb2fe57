import type { Page } from '@playwright/test';
import { expect, startSignedIn, test } from './support/portal.ts';
import { SCREENS } from './support/screens.ts';
import { scriptOfNextPress, translate } from './support/translation.ts';

test.describe.configure({ mode: 'parallel' });

/** Longer than a change of sharing waits before it shows a spinner, so that every busy button is seen. */
const ANSWER_MS = 350;

/**
 * Answers what changes something in place of the backend, late, so that busy controls show it and the person stays the
 * same.
 */
async function answerChanges(page: Page): Promise<void> {
  await page.route(/\/api\/(?!user\/)/, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const isRead = ['GET', 'OPTIONS'].includes(request.method()) && !url.pathname.endsWith('/release');
    if (isRead) {
      await route.fallback();
      return;
    }
    await new Promise((done) => setTimeout(done, ANSWER_MS));
    const headers = { 'access-control-allow-origin': new URL(page.url()).origin };
    await route.fulfill({ headers, json: { code: 3_000_012, data: {} } });
  });
}

/** What React and the portal say of a page that has crashed. */
function getCrashes(page: Page): readonly string[] {
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && /NotFoundError|crashed|not caught/.test(message.text()))
      crashes.push(message.text());
  });
  return crashes;
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** More presses than any page has controls: an endless walk. */
const MOST_PRESSES = 150;

async function pressAll(page: Page, path: string): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog');
  const pressed: string[] = [];
  while (pressed.length < MOST_PRESSES) {
    const key: unknown = await page.evaluate(scriptOfNextPress(pressed));
    if (typeof key === 'string') pressed.push(key);
    else if ((await dialog.count()) > 0) {
      // The first one warns where something was typed.
      for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    } else return pressed;
    await settle(page);
    if (new URL(page.url()).pathname === new URL(path, page.url()).pathname) continue;
    await page.goto(path);
    await settle(page);
  }
  throw new Error(`${path} has always something else to press: ${pressed.slice(-5).join(', ')}`);
}

for (const [person, screens] of Object.entries(SCREENS))
  test(`in a page that the browser translates, ${person} presses everything, and nothing crashes`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(240_000);
    const paths = new Set(screens.map(({ path }) => path));
    if (person.includes('@')) await startSignedIn(page.context(), portal.url, person);
    const crashes = getCrashes(page);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.addInitScript(translate);
    await answerChanges(page);
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(path);
        await settle(page);
        await expect(page.locator('main font font').first()).toBeVisible();
        expect(await pressAll(page, path)).not.toEqual([]);
        expect(crashes).toEqual([]);
      });
  });
