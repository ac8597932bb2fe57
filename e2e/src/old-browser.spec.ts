import { expect, expectNoAxeViolations, test } from './support/portal.ts';

for (const { locale, heading, tag } of [
  { locale: 'en', heading: 'Your browser is too old for the portal', tag: ['@journey'] },
  { locale: 'de', heading: 'Ihr Browser ist zu alt für das Portal', tag: [] },
])
  test(`a browser without import maps gets a page that says so (${locale})`, { tag }, async ({ browser, portal }) => {
    const context = await browser.newContext({ baseURL: portal.url, locale });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.addInitScript(() => {
      HTMLScriptElement.supports = () => false;
    });
    await page.goto('/settings');
    await expect(page).toHaveURL(`/old-browser?locale=${locale}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    for (const [width, colorScheme] of [
      [320, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await expect(page.getByRole('link')).toHaveAttribute('href', '/');
    expect(refused).toEqual([]);
    await context.close();
  });

test('a browser without scripts gets the title of the page and a line that asks for scripts', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'en', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A query by text leaves out what is only shown without scripts.
  const line = page.locator('noscript p');
  await expect(line).toBeVisible();
  await expect(line).toContainText('The portal needs JavaScript.');
  await context.close();
});
