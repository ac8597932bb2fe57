import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** Waits for the viewer of a document. On a busy machine the text may have replaced a late PDF; then its button is pressed. */
async function expectFramed(page: Page, title: string): Promise<Locator> {
  const frame = page.getByTitle(`Document: ${title}`);
  const late = page.getByText('The PDF is here now');
  await expect(frame.or(late).first()).toBeVisible();
  if (await late.isVisible()) await page.getByRole('button', { name: 'Show as PDF' }).click();
  await expect(frame).toBeVisible();
  return frame;
}

test(
  'the terms show in the browser’s own viewer, can be read as text by keyboard alone, and are printed without the rest of the page',
  { tag: '@whole-browser' },
  async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const framed = page.waitForResponse(
      (answer) => answer.url().endsWith('/documents/terms/v2/EN.pdf') && answer.request().isNavigationRequest(),
    );
    await page.goto('/terms');
    await test.step('the Content Security Policy allows the viewer', async () => {
      expect(await page.evaluate(() => navigator.pdfViewerEnabled)).toBe(true);
      await expectFramed(page, 'Terms of use');
      expect((await framed).headers()['content-security-policy']).toBe("frame-ancestors 'self'");
      // The viewer is the browser's, so its frame belongs to the browser and not to the portal.
      await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
      expect(complaints).toEqual([]);
    });
    await test.step('the text is opened and closed by keyboard alone', async () => {
      await page.getByRole('button', { name: 'Read as text' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('article')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Show as PDF' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expectFramed(page, 'Terms of use');
    });
    await test.step('only the document is printed', async () => {
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
      for (const hidden of ['header', 'footer', 'iframe', '.document__bar']) {
        await expect(page.locator(hidden).first()).toBeHidden();
      }
    });
  },
);

/** Sets whether the browser claims to have a PDF viewer. How the page reacts needs no real viewer. */
async function sayShowsPdfs(page: Page, value: boolean): Promise<void> {
  await page.addInitScript((shows) => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: shows });
  }, value);
}

test('a browser that cannot show PDFs gets the text', async ({ page }) => {
  await sayShowsPdfs(page, false);
  await page.goto('/terms');
  await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show as PDF' })).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
});

const DOCUMENTS = /\/documents\/terms\/v2\/EN\.pdf/;

test('a PDF that is broken in any way is replaced by the text and a notice, never by an empty frame', async ({
  page,
}) => {
  await sayShowsPdfs(page, true);
  for (const [index, [what, body]] of (
    [
      ['is missing', { status: 404, contentType: 'text/plain', body: 'Not found' }],
      ['is truncated', { contentType: 'application/pdf', body: '%PDF-1.7\n1 0 obj' }],
      [
        'is not a PDF',
        { contentType: 'application/pdf', body: '<!doctype html><p>Sign in to the hotel’s network</p>' },
      ],
      ['fails to load', undefined],
    ] as const
  ).entries()) {
    await test.step(`a PDF that ${what}`, async () => {
      await page.unrouteAll();
      await page.route(DOCUMENTS, async (route) => await (body ? route.fulfill(body) : route.abort()));
      const asked = page.waitForRequest(DOCUMENTS);
      if (index === 0) await page.goto('/terms');
      else await page.getByRole('button', { name: 'Try again' }).click();
      await asked;
      await expect(page.getByRole('alert')).toContainText('The PDF could not be shown here');
      await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
    });
  }
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectFramed(page, 'Terms of use');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a PDF that hangs is replaced by the text within seconds, and can be shown once it has arrived', async ({
  page,
}) => {
  await sayShowsPdfs(page, true);
  const arrived = Promise.withResolvers<void>();
  await page.route(DOCUMENTS, async (route) => {
    await arrived.promise;
    await route.fallback();
  });
  await page.clock.install();
  await page.goto('/terms');
  await expect(page.locator('.pdf--frame[aria-busy="true"] .wheel')).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(page.getByText('The PDF is taking a while')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
  await expect(page.locator('.pdf--frame, iframe')).toHaveCount(0);
  await expectNoAxeViolations(page);
  arrived.resolve();
  await expect(page.getByText('The PDF is here now')).toBeVisible();
  const button = page.getByRole('button', { name: 'Show as PDF' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTitle('Document: Terms of use')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Read as text' })).toBeFocused();
});

test('the PDF can be downloaded when the text fails to load; "Try again" loads the text', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.route(/text-terms-v2-en/, async (route) => await route.abort());
  const reported = page.waitForRequest((request) => new URL(request.url()).pathname === '/reports');
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'The document could not be loaded' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  expect((await reported).postDataJSON()).toContainEqual(
    expect.objectContaining({ part: 'mfe-legal', failure: 'unreachable' }),
  );
  await expectNoAxeViolations(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
});

test('a text that hangs counts as failed after five seconds', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.route(/text-terms-v2-en/, async () => await new Promise<never>(() => undefined));
  await page.clock.install();
  const asked = page.waitForRequest(/text-terms-v2-en/);
  await page.goto('/terms');
  await asked;
  await expect(page.locator('.document__coming')).toBeAttached();
  await page.clock.fastForward(5000);
  await expect(page.getByRole('heading', { name: 'The document could not be loaded' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('the picker changes the version of the terms, and going back restores the one before', async ({ page }) => {
  await page.goto('/terms?locale=nl');
  const picker = page.getByRole('combobox', { name: 'Versie' });
  await picker.selectOption({ label: 'Versie 1 mei 2018 tot en met 24.03.2020' });
  await expect(page).toHaveURL('/terms?version=v1&locale=nl');
  await expect(page.locator('a[download]')).toHaveAttribute('href', '/documents/terms/v1/NL.pdf');
  await page.goBack();
  await expect(page.locator('a[download]')).toHaveAttribute('href', '/documents/terms/v2/NL.pdf');
});

test('the service description is the one that the API names, also in a new tab, and the portal’s own when the API does not answer', async ({
  page,
  context,
}) => {
  await sayShowsPdfs(page, true);
  const elsewhere = /\/documents\/service-description-EN\.pdf$/;
  await page.goto('/service-description');
  const link = page.getByRole('link', { name: 'Open in a new tab' });
  await expect(link).toHaveAttribute('href', elsewhere);
  const frame = await expectFramed(page, 'Service description');
  await expect(frame).toHaveAttribute('src', /service-description-EN\.pdf#/);

  await test.step('on another host it opens in a new tab, and the portal stays open', async () => {
    await expect(page.getByRole('link', { name: /^Download PDF/ })).toHaveCount(0);
    const asked = context.waitForEvent('request', (request) => elsewhere.test(request.url()));
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    expect((await asked).isNavigationRequest()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/service-description');
    await tab.close();
  });

  await page.route(/\/api\/service-description\/url$/, async (route) => await route.abort());
  await page.reload();
  await expectFramed(page, 'Service description');
  await expect(frame).toHaveAttribute('src', /^\/documents\/service-description\/v1\/EN\.pdf/);
});

test('a document is downloaded under its name, and the page stays', async ({ page }) => {
  await page.route(/\/api\/service-description\/url$/, async (route) => await route.abort());
  for (const [path, name] of [
    ['/terms', 'terms-v2-en.pdf'],
    ['/service-description', 'service-description-v1-en.pdf'],
  ] as const) {
    await page.goto(path);
    const link = page.getByRole('link', { name: /^Download PDF/ });
    const served = await page.request.get((await link.getAttribute('href')) ?? '');
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(name);
    expect((await readFile(await download.path())).equals(await served.body())).toBe(true);
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('a service description from a foreign origin is not requested', async ({ page }) => {
  await sayShowsPdfs(page, true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await page.route(/\/api\/service-description\/url$/, async (route) => {
    const headers = { 'access-control-allow-origin': '*' };
    await route.fulfill({ json: { url: 'https://evil.example/description.pdf' }, headers });
  });
  await page.goto('/service-description');
  await expect(await expectFramed(page, 'Service description')).toHaveAttribute('src', /^\/documents\//);
  expect(asked).not.toContain('evil.example');
});

test('at 320 pixels the privacy policy does not scroll sideways, and its contents lead to each part', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/privacy-policy');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link')).toHaveCount(12);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await contents.getByRole('link', { name: '9. Your rights' }).click();
  const heading = page.getByRole('heading', { name: '9. Your rights' });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL('/privacy-policy#9-your-rights');
});

test('every link of the footer leads to a page and names its language', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'portal_language', value: 'fr', url: baseURL ?? '' }]);
  await page.goto('/login');
  const links = page.locator('footer nav a');
  await expect(links).toHaveCount(8);
  const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([
    '/faq?locale=fr',
    '/corporate-information?locale=fr',
    '/privacy-policy?locale=fr',
    '/terms?locale=fr',
    '/service-description?locale=fr',
    '/privacy-policy?locale=en-us',
    '/privacy-policy?locale=fr-ca',
    '/accessibility?locale=fr',
  ]);
  for (const address of addresses) {
    const answer = await page.request.get(address ?? '');
    expect(answer.status()).toBe(200);
    expect(answer.headers()['x-robots-tag']).toBeUndefined();
  }
});
