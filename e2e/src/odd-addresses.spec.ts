import type { Page } from '@playwright/test';
import { BOTH_RUNS, IS_FULL_RUN } from './support/matrix.ts';
import { expect, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const LONG = 'x'.repeat(10_000);
/** Markup that leaves a trace if it is executed. */
const MARKUP = [
  '<script>window.executed = true</script>',
  '<img src=x onerror="window.executed = true">',
  '"><svg onload="window.executed = true">',
  'javascript:window.executed=true',
  '{{constructor.constructor("window.executed = true")()}}',
];
/** Invalid values: one of each kind in every run, the others in the full run. */
const BAD = IS_FULL_RUN
  ? [...MARKUP.slice(0, 1), ...MARKUP.slice(2), 'constructor', 'toString', '', ' ', '../..']
  : [...MARKUP.slice(1, 2), '__proto__', '\u0000', LONG];
/** Variants that the unit tests of each parser have as well. */
const inFullRun = <Value>(...values: readonly Value[]) => (IS_FULL_RUN ? values : []);

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

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

const NONE = 'No info found';

test.describe('an unknown value in the address', { tag: BOTH_RUNS }, () => {
  test('/info says "No info found" for every unknown key, and executes nothing [T067]', async ({ page }) => {
    const found = watch(page);
    const queries = [
      ...BAD.map((key) => encodeURIComponent(key)),
      'successful_deletion&failed_deletion',
      '__proto__[polluted]=1',
      'locale=en&locale=en',
      ...inFullRun(
        'successful_deletion&successful_deletion',
        'successful_deletion&__proto__',
        '__proto__.polluted=1',
        'constructor[prototype][polluted]=1',
        'successful_deletion[]=1',
        `successful_deletion&${LONG}`,
      ),
    ];
    for (const query of queries) {
      await test.step(query.slice(0, 60), async () => {
        await page.goto(`/info?${query}`);
        await expectHeading(page, NONE);
        await expect(page).toHaveTitle(`${NONE} – eBike Portal`);
      });
    }
    expect(await found()).toEqual([]);
  });

  test('/info shows the message of its key, whatever the value of the key, in the requested language', async ({
    page,
  }) => {
    const found = watch(page);
    for (const value of ['', ...BAD.map((text) => `=${encodeURIComponent(text)}`)]) {
      await page.goto(`/info?successful_deletion${value}`);
      await expectHeading(page, 'Your account is deleted');
    }
    await page.goto('/info?failed_deletion&locale=fr');
    await expectHeading(page, 'Tout n’est pas encore supprimé');
    await expect(page.getByRole('main')).toContainText('ingénieurs');
    expect(await found()).toEqual([]);
  });

  test('/user-info says "No info found" for every unknown value of show, and executes nothing', async ({ page }) => {
    const found = watch(page);
    const queries = [
      ...BAD.map((value) => `show=${encodeURIComponent(value)}`),
      'show=hub-release&show=__proto__',
      ...inFullRun('show=hub-release&show=hub-release', 'show=Hub-Release'),
    ];
    for (const query of queries) {
      await test.step(query.slice(0, 60), async () => {
        await page.goto(`/user-info?${query}`);
        await expectHeading(page, NONE);
      });
    }
    for (const query of [
      '',
      '?__proto__=1',
      ...inFullRun('?', '?locale=de', '?SHOW=hub-release', '?show[]=hub-release'),
    ]) {
      await page.goto(`/user-info${query}`);
      await expect(page).toHaveURL('/404.html');
    }
    expect(await found()).toEqual([]);
  });

  test('an unknown title at sign-in shows the generic error, and executes nothing [T040]', async ({ page }) => {
    const found = watch(page);
    for (const title of BAD.filter((text) => text.trim() !== '' && text !== '\u0000')) {
      await page.goto(`/login?title=${encodeURIComponent(title)}`);
      await expect(page.getByRole('alert')).toContainText('It seems something went wrong.');
      await expect(page.getByRole('alert')).not.toContainText(title.slice(0, 40));
    }
    await page.goto('/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT&title=__proto__');
    await expect(page.getByRole('alert')).toContainText('It seems something went wrong.');
    expect(await found()).toEqual([]);
  });

  test('an unknown locale changes no language, and executes nothing', async ({ page }) => {
    const found = watch(page);
    const queries = [
      ...BAD.map((locale) => encodeURIComponent(locale)),
      'nl&locale=__proto__',
      ...inFullRun('de,en', 'fr&locale=de'),
    ];
    for (const query of queries) {
      const answer = await page.goto(`/info?failed_deletion&locale=${query}`);
      expect(answer?.status()).toBe(200);
      // The server chooses the language as the page does.
      expect(answer?.headers()['content-language']).toBe('en');
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expectHeading(page, 'Not everything is deleted yet');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    }
    expect(await found()).toEqual([]);
  });

  test('a redirect out of the portal leads to the hubs after sign-in, and executes nothing [T341]', async ({
    page,
  }) => {
    test.slow();
    const found = watch(page);
    await openAs(page, 'empty@example.com');
    for (const target of [
      ...BAD,
      '//elsewhere.example/',
      ...inFullRun('/\\elsewhere.example', '/%5celsewhere.example'),
    ]) {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
      await expect(page).toHaveURL('/settings');
    }
    await page.goto('/login?redirect=/account&redirect=//elsewhere.example/');
    await expect(page).toHaveURL('/settings');
    expect(await found()).toEqual([]);
  });

  test('an unknown version of the terms shows the latest one, and executes nothing', async ({ page }) => {
    const found = watch(page);
    await page.goto('/terms');
    await expect(page.getByRole('article').getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Download PDF \(\d/ })).toBeVisible();
    const latest = await page.getByRole('main').innerText();
    for (const version of BAD) {
      await page.goto(`/terms?version=${encodeURIComponent(version)}`);
      await expect(page.getByRole('main')).toHaveText(latest, { useInnerText: true });
    }
    await page.goto('/terms?version=v1&version=__proto__');
    await expect(page.getByRole('main')).toHaveText(latest, { useInnerText: true });
    expect(await found()).toEqual([]);
  });
});
