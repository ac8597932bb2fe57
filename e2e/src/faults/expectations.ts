import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Expectation } from './cell.ts';

/**
 * More than the portal's own ten seconds, because the machine may be busy; cells that move the clock keep to the ten
 * seconds.
 */
const LIMIT_MS = 20_000;

const GENERIC = 'It seems something went wrong.';

async function seesToTryAgain(message: Locator): Promise<void> {
  await expect(message).toBeVisible({ timeout: LIMIT_MS });
  await expect(message.getByRole('button', { name: 'Try again' })).toBeVisible();
}

const alert = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words });

/** Presses "Try again", unless what was missing comes late, and the page goes on by itself before the press. */
async function tryAgain(page: Page): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: 'Try again' });
  try {
    await button.click();
  } catch (error) {
    if ((await button.count()) > 0) throw error;
  }
}

/** Nobody notices anything. */
export const UNHARMED: Expectation = {
  restWorks: true,
  async sees({ page }, surface) {
    await surface.works(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
  goesOn: async () => {},
};

/** A card takes the page's place; "Try again" loads the page. */
export const PAGE_ERROR: Expectation = {
  restWorks: true,
  async sees({ page }) {
    await seesToTryAgain(alert(page, 'This area is not available right now'));
  },
  goesOn: async ({ page }) => await tryAgain(page),
};

/**
 * The same for what the open page cannot replace: code that has run, data that it came with. Loading the page again
 * helps.
 */
export const PAGE_ERROR_UNTIL_RELOAD: Expectation = {
  ...PAGE_ERROR,
  async goesOn({ page }, surface) {
    await page.goto(surface.path);
  },
};

/** The generic notice, although the page's own code did not raise it. */
export const NOTICE_UNTIL_RELOAD: Expectation = {
  restWorks: false,
  async sees({ page }) {
    await expect(alert(page, GENERIC)).toBeVisible({ timeout: LIMIT_MS });
  },
  async goesOn({ page }, surface) {
    await surface.approach(page);
    await surface.reach(page);
  },
};

/** The shell does not run: its message takes the place of the prerendered skeleton. */
export const START_FAILURE: Expectation = {
  restWorks: false,
  async sees({ page }) {
    await seesToTryAgain(alert(page, 'Something that it needs did not arrive.'));
  },
  goesOn: async ({ page }) => await tryAgain(page),
};

/** The account cannot be checked: sign-in says that nobody has to sign in again, and offers log-out, too. */
export const ACCOUNT_UNKNOWN: Expectation = {
  restWorks: false,
  async sees({ page }) {
    const message = alert(page, 'We could not check whether you are signed in');
    await seesToTryAgain(message);
    await expect(message.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  },
  goesOn: async ({ page }) => await tryAgain(page),
};

/** The page says in its place what it could not read; "Try again" reads it. */
export const READ_FAILED = (words: string): Expectation => ({
  restWorks: true,
  async sees({ page }) {
    await expect(page.getByRole('main').getByText(words)).toBeVisible({ timeout: LIMIT_MS });
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  goesOn: async ({ page }) => await tryAgain(page),
});

/** The document as text in place of its PDF; "Try again" loads that. */
export const PDF_AS_TEXT = READ_FAILED('The PDF could not be shown here');

/** The generic notice; what was typed is still there, and the same button sends it again. */
export const NOTICE: Expectation = {
  restWorks: false,
  async sees({ page }) {
    await expect(alert(page, GENERIC)).toBeVisible({ timeout: LIMIT_MS });
  },
  async goesOn({ page }, surface) {
    await surface.repeat?.(page);
  },
};

/** Nobody knows whether the change was made: the page says so and reads again. */
export const UNKNOWN_OUTCOME: Expectation = {
  restWorks: false,
  async sees({ page }) {
    await expect(page.getByText('We do not know whether your change was made')).toBeVisible({ timeout: LIMIT_MS });
  },
  async goesOn({ page }, surface) {
    await surface.keepsInput?.(page);
    await surface.repeat?.(page);
  },
};

/** Sign-in, with a link to the answers about it. */
export const SIGN_IN: Expectation = {
  restWorks: false,
  async sees({ page }) {
    await expect(page).toHaveURL(/\/login\?redirect=/, { timeout: LIMIT_MS });
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Questions about signing in' })).toBeVisible();
  },
  async goesOn({ page }, surface) {
    await page.goto(surface.path);
  },
};

/** The same, with the message that there is no network. */
export const withOfflineMessage = (expectation: Expectation): Expectation => ({
  ...expectation,
  restWorks: false,
  async sees(cell, surface) {
    await expectation.sees(cell, surface);
    await expect(cell.page.getByText('You are offline.')).toBeVisible();
  },
  async goesOn(cell, surface) {
    await expect(cell.page.getByText('You are offline.')).toHaveCount(0);
    await expectation.goesOn(cell, surface);
  },
});
