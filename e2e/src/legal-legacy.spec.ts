import { goWithin } from './support/hubs-page.ts';
import { startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { expectNoAxeViolations, useTheme } from './support/portal.ts';
import { expect, test } from './support/watched-test.ts';

test.describe('with single sign-on switched off', () => {
  test.skip(process.env['PORTAL_STARTED_HERE'] !== 'yes', 'needs a portal with a configuration of its own');
  let portal: WebServerProcess;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    const config = (await (await fetch(`${process.env['BASE_URL'] ?? ''}/config.json`)).json()) as object;
    portal = await startWebServer({ ...config, features: { singleSignOn: false } });
  });
  test.afterAll(async () => await portal.stop());

  const SAMPLE = 'Sample text, to be replaced by the operator';
  for (const [path, title, pdf, words] of [
    ['/terms/v2', 'Terms of use', '/documents/terms/v2/EN.pdf', []],
    // The policy for users with an account password.
    [
      '/privacy-policy/v3',
      'Privacy policy',
      '/documents/privacy-policy/v3/EN.pdf',
      ['your password, which we keep only as a salted hash'],
    ],
    ['/faq', 'Frequently asked questions', '/documents/faq/v1/EN.pdf', []],
  ] as const) {
    test(`${path} shows its document and does not redirect [T080]`, async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto(`${portal.url}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
      await expect(page.locator('a[download]')).toHaveAttribute('href', pdf);
      for (const text of [SAMPLE, ...words]) await expect(page.getByRole('article')).toContainText(text);
      for (const colorScheme of ['light', 'dark'] as const) {
        await useTheme(page, colorScheme);
        await expectNoAxeViolations(page);
      }
    });
  }

  test('every other version redirects as with single sign-on, by the server and inside the page', async ({ page }) => {
    const kinds = { '/terms': [1, 3], '/privacy-policy': [1, 2, 4, 5, 6] };
    await page.goto(`${portal.url}/faq`);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    for (const [target, versions] of Object.entries(kinds)) {
      for (const version of versions) {
        const answer = await page.request.get(`${portal.url}${target}/v${version}`, { maxRedirects: 0 });
        expect([answer.status(), answer.headers()['location']]).toEqual([302, target]);
        await goWithin(page, `${target}/v${version}`);
        await expect(page).toHaveURL(`${portal.url}${target}`);
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        target === '/terms' ? 'Terms of use' : 'Privacy policy',
      );
    }
  });
});
