import { errors, expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { startPortal } from './portal-process.ts';
import type { PortalProcess } from './portal-process.ts';

/** Password of the demo people. */
const PASSWORD = 'ebike-demo-1';

/** Every rule of WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const WCAG_A_AND_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface WorkerFixtures {
  /**
   * `test.use({ ownPortal: true })` at the top of a file: its tests get a portal that no other file uses, because they restart
   * it, or because they change what others rely on.
   */
  ownPortal: boolean;
  portal: Pick<PortalProcess, 'url' | 'backendUrl'>;
}

let own: PortalProcess | undefined;

/** Playwright's `test`, against the portal that the tests share or one of the file's own. */
export const test = base.extend<object, WorkerFixtures>({
  ownPortal: [false, { option: true, scope: 'worker' }],
  portal: [
    async ({ ownPortal }, use) => {
      const { BASE_URL, PORTAL_STARTED_HERE } = process.env;
      if (!BASE_URL) throw new Error('BASE_URL is not set; run the tests with e2e/playwright.config.ts.');
      if (!ownPortal) {
        await use({ url: BASE_URL, backendUrl: process.env['BACKEND_URL'] ?? 'http://localhost:4100' });
        return;
      }
      base.skip(PORTAL_STARTED_HERE !== 'yes', 'needs a portal of its own, and BASE_URL names one');
      own = await startPortal();
      await use(own);
      await own.stop();
      own = undefined;
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.url);
  },
});

export { expect };

/** Stops the file's own portal and starts it again with its data. @throws unless the file says `test.use({ ownPortal: true })`. */
export async function restartPortal(): Promise<void> {
  if (!own) throw new Error('Only a portal of its own may a test restart: test.use({ ownPortal: true }).');
  await own.restart();
}

/**
 * Signs in through the identity provider's own form and returns when the browser is back at the portal. Starts on the sign-in page
 * that is open, with the way back in its address, else on that of the portal that is open, which need not be the one that the
 * tests share. A provider that still knows the person shows no form.
 */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  // The one link to the identity provider, whatever the language calls it.
  const action = page.locator('a[href*="/user/weblogin"]');
  const open = page.url();
  if (open === 'about:blank') await page.goto('/login');
  else if (new URL(open).pathname !== '/login') await page.goto(new URL('/login', open).href);
  const { origin } = new URL(page.url());
  await action.click();
  await page.waitForURL((url) => url.origin !== origin || url.pathname !== '/login');
  if (new URL(page.url()).origin === origin) return;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Password').press('Enter');
  await page.waitForURL((url) => url.origin === origin);
}

/** Waits for the notice of a failure and closes it, so that the next one is seen to be new. */
export async function closeFailureNotice(page: Page, words: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: words });
  await expect(notice).toBeVisible();
  // On a busy machine the click may come when the notice has gone by itself.
  await notice
    .getByRole('button')
    .click({ timeout: 5000 })
    .catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
  await expect(notice).toHaveCount(0);
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** Once for each document that the page shows: putting axe there takes several times as long as judging. */
async function putAxeInto(page: Page): Promise<void> {
  // A frame may load, or go, while it is looked at.
  await expect(async () => {
    for (const frame of page.frames()) {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
    }
  }).toPass({ timeout: 10_000 });
}

/** Fails with one line for each element that breaks a rule of WCAG, levels A and AA. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await putAxeInto(page);
  const { violations } = await page.evaluate(
    async (tags) => await window.axe.run({ runOnly: tags, resultTypes: ['violations'] }),
    WCAG_A_AND_AA,
  );
  const lines = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect(lines).toEqual([]);
}

/** Waits for the page of hubs that greets with these words. */
export async function greets(page: Page, words: string, timeout = 10_000): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${words}, `) })).toBeVisible({ timeout });
}

/** The card stands again after a look elsewhere, and its "Try again" is pressed once nothing is in the way any more. */
export async function tryAgainLater(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'owner@example.com' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await page.getByRole('link', { name: 'Manage hubs' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
}
