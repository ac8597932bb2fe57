import type { Page } from '@playwright/test';
import { holdFiles } from './support/held-page.ts';
import { expect, expectNoAxeViolations, expectRunning, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const CODE_AND_STYLES = /\/assets\/.+\.(js|css)$/;

/** Name and box of everything that can be read or used in the page. */
async function boxes(page: Page): Promise<readonly string[]> {
  return await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('h1, h2, h3, h4, p, li, a, button, select, summary, label, .message, .pdf__sheet')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden, [role="status"]'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const place = [x, y, width, height].map((pixels) => Math.round(pixels)).join(' ');
        return `${element.tagName} "${element.textContent.slice(0, 40)}" ${place}`;
      }),
  );
}

for (const width of [375, 1280])
  test(`a document is read before any script or style sheet comes, and nothing moves when they do, at ${width} pixels`, async ({
    browser,
    portal: { url: baseURL },
  }) => {
    for (const [path, language, theme] of [
      ['/terms', 'de', 'dark'],
      ['/terms?version=v1', 'en', 'light'],
      ['/privacy-policy?locale=fr-ca', 'nl', 'light'],
      ['/faq', 'de', 'light'],
      ['/service-description', 'fr', 'dark'],
    ] as const) {
      const context = await browser.newContext({ baseURL, viewport: { width, height: 900 }, colorScheme: theme });
      await context.addCookies([{ name: 'portal_language', value: language, url: baseURL }]);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      const texts: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/mfe-legal/text-')) texts.push(request.url());
      });
      const arrive = await holdFiles(page, CODE_AND_STYLES);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeVisible();
      await page.waitForFunction(() => document.readyState !== 'loading');
      const prerendered = await boxes(page);
      await arrive();
      await expectRunning(page);
      if (path === '/service-description') await expect(page.locator('.document__reserved')).toBeAttached();
      await page.waitForLoadState('networkidle');
      const running = new Set(await boxes(page));
      expect({ path, moved: prerendered.filter((box) => !running.has(box)) }).toEqual({
        path,
        // The API names a PDF of another origin, which is not offered for download.
        moved: path === '/service-description' ? [expect.stringContaining('Télécharger')] : [],
      });
      expect(texts, 'requests for a text that the page has').toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });

test(
  'a prerendered document is accessible, and its links and questions work before any script',
  { tag: '@journey' },
  async ({ page }) => {
    await holdFiles(page, /\/assets\/.+\.js$/);
    await page.goto('/terms', { waitUntil: 'commit' });
    await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: '5. Sharing' }).click();
    await expect(page.getByRole('heading', { name: '5. Sharing' })).toBeInViewport();
    await expect(page).toHaveURL('/terms#5-sharing');

    await page.goto('/faq', { waitUntil: 'commit' });
    const question = page.getByText('What is the eBike ID?');
    await question.click();
    await expect(page.getByText('It is one sign-in for several services', { exact: false })).toBeVisible();
    await expectNoAxeViolations(page);
  },
);

test('a prerendered document stays, with the place and the open question of the reader, until the page itself is there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const arrive = await holdFiles(page, /\/assets\/mfe-legal\/.+\.js$/);
  await page.goto('/faq', { waitUntil: 'commit' });
  await page.getByText('After signing in I see a blank page').click();
  const answer = page.locator('details[open] .question__answer');
  await expect(answer).toBeInViewport();
  // The shell has rendered its live regions, and shows no skeleton. The footer comes with the page, or with a message
  // above the text.
  const place = await page.waitForFunction(() =>
    document.querySelector('[role="status"]') && !document.querySelector('.skeleton') ? { y: window.scrollY } : null,
  );
  await arrive();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(answer).toBeInViewport();
  expect(await page.evaluate(() => ({ y: window.scrollY }))).toEqual(await place.jsonValue());
});

test('a document can be read, with header and footer, when its remote fails altogether', async ({ page }) => {
  await page.route(/\/assets\/mfe-legal\/entry\./, async (route) => await route.abort());
  await page.goto('/terms');
  await expect(page.getByRole('alert')).toContainText('This area is not available right now');
  await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Try again']);
  await expectNoAxeViolations(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Show as PDF' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('without scripts every document can be read, also one that opens in the viewer, in the language of the address [T105]', async ({
  browser,
  portal: { url: baseURL },
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, words] of [
    ['/terms?version=v1&locale=nl', 'Waarvoor deze voorwaarden gelden'],
    ['/privacy-policy?locale=fr-ca', 'Canada'],
    ['/tos', 'What the kit is'],
    ['/terms?view=pdf', 'What these terms cover'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('article').getByText(words).first()).toBeVisible();
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeInViewport();
    await expect(page.locator('.page-skeleton, button, select').filter({ visible: true })).toHaveCount(0);
  }
  await page.goto('/faq?locale=de');
  await page.getByText('leere Seite. Was').click();
  await expect(page.locator('details[open] p').first()).toBeVisible();
  await context.close();
});

test('a document that opens in the viewer is prerendered as a skeleton', async ({ page }) => {
  await holdFiles(page, /\/assets\/.+\.js$/);
  for (const path of ['/tos', '/developer-terms/v1', '/terms?view=pdf']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('.page-skeleton')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
  }
});
