import type { Page } from '@playwright/test';
import { expect, GENERIC, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/**
 * Markup that leaves a trace if it is executed, and names that every object has; the parsers' own tests have many more.
 */
const BAD = [
  '<script>window.executed = true</script>',
  '<img src=x onerror="window.executed = true">',
  'javascript:window.executed=true',
  '{{constructor.constructor("window.executed = true")()}}',
  '__proto__',
  '../..',
  'x'.repeat(10_000),
];

/** Collects errors that the page does not handle, and traces of text from the address that ran as code. */
function watch(page: Page): () => Promise<readonly string[]> {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return async () => {
    if (await page.evaluate(() => 'executed' in window)) found.push('executed');
    // A changed prototype would show on every object.
    if (await page.evaluate(() => 'polluted' in {})) found.push('polluted');
    return found;
  };
}

const heading = (words: string) => async (page: Page) =>
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words);

interface Row {
  /** What is before the value in the address, and what the page shows whatever the value is. */
  readonly before: string;
  readonly shows: (page: Page) => Promise<void>;
}

const ROWS: Readonly<Record<string, Row>> = {
  '/info says "No info found" for every unknown key [T067]': { before: '/info?', shows: heading('No info found') },
  '/info shows the message of its key, whatever its value': {
    before: '/info?successful_deletion=',
    shows: heading('Your account is deleted'),
  },
  '/user-info says "No info found" for every unknown value': {
    before: '/user-info?show=',
    shows: heading('No info found'),
  },
  'an unknown title at sign-in shows the generic error [T040]': {
    before: '/login?title=',
    async shows(page) {
      await expect(page.getByRole('alert')).toContainText(GENERIC);
      await expect(page.getByRole('alert')).not.toContainText(/executed|proto|xxx/);
    },
  },
  'an unknown locale changes no language': {
    before: '/info?failed_deletion&locale=',
    async shows(page) {
      await heading('Not everything is deleted yet')(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    },
  },
  'an unknown version of the terms shows the latest one': {
    before: '/terms?version=',
    async shows(page) {
      await expect(page.locator('a[download]')).toHaveAttribute('href', '/documents/terms/v2/EN.pdf');
      await expect(page.getByRole('article').getByRole('heading', { level: 3 }).first()).toBeVisible();
    },
  },
};

for (const [title, { before, shows }] of Object.entries(ROWS))
  test(title, async ({ page }) => {
    const found = watch(page);
    for (const value of BAD) {
      await page.goto(before + encodeURIComponent(value));
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await shows(page);
    }
    expect(await found()).toEqual([]);
  });

test('keys that are given twice, or name a prototype, are unknown, too', async ({ page }) => {
  const found = watch(page);
  for (const [path, words] of [
    ['/info?successful_deletion&failed_deletion', 'No info found'],
    ['/info?__proto__[polluted]=1', 'No info found'],
    ['/user-info?show=hub-release&show=__proto__', 'No info found'],
    ['/user-info?__proto__=1', 'The road ends here'],
  ] as const) {
    await page.goto(path);
    await heading(words)(page);
  }
  expect(await found()).toEqual([]);
});

test('a redirect out of the portal leads to the hubs after sign-in, and executes nothing [T341]', async ({ page }) => {
  const found = watch(page);
  await openAs(page, 'empty@example.com');
  for (const target of [...BAD, '//elsewhere.example/', '/\\elsewhere.example', '/%5celsewhere.example']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await expect(page).toHaveURL('/settings');
  }
  await page.goto('/login?redirect=/account&redirect=//elsewhere.example/');
  await expect(page).toHaveURL('/settings');
  expect(await found()).toEqual([]);
});
