import { expect, test } from '@playwright/test';
import { startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { expectNoAxeViolations } from './support/portal.ts';

test.describe('with single sign-on switched off', () => {
  test.skip(process.env['PORTAL_STARTED_HERE'] !== 'yes', 'needs a portal with a configuration of its own');
  let portal: WebServerProcess;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    const config = (await (await fetch(`${process.env['BASE_URL'] ?? ''}/config.json`)).json()) as object;
    portal = await startWebServer({ ...config, features: { singleSignOn: false } });
  });
  test.afterAll(async () => await portal.stop());

  for (const [path, title, pdf] of [
    ['/terms/v2', 'Terms of use', '/documents/terms/v2/EN.pdf'],
    ['/privacy-policy/v3', 'Privacy policy', '/documents/privacy-policy/v3/EN.pdf'],
    ['/faq', 'Frequently asked questions', '/documents/faq/v1/EN.pdf'],
  ] as const) {
    test(`${path} shows its document instead of leading on`, async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto(`${portal.url}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
      await expect(page.locator('a[download]')).toHaveAttribute('href', pdf);
      await expect(page.getByRole('article')).toContainText('Sample text, to be replaced by the operator');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectNoAxeViolations(page);
      }
    });
  }

  test('the third privacy policy is the one for passwords of the portal', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${portal.url}/privacy-policy/v3`);
    await expect(page.getByRole('article')).toContainText('your password, which we keep only as a salted hash');
  });

  test('every other version leads on as ever', async ({ page }) => {
    for (const path of ['/terms/v1', '/terms/v3']) {
      await page.goto(`${portal.url}${path}`);
      await expect(page).toHaveURL(`${portal.url}/terms`);
    }
    for (const version of [1, 2, 4, 5, 6]) {
      await page.goto(`${portal.url}/privacy-policy/v${version}`);
      await expect(page).toHaveURL(`${portal.url}/privacy-policy`);
    }
  });
});
