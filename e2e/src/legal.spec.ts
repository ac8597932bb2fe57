import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectRunning, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** The viewer with a document, once its first page is drawn. */
async function expectViewer(page: Page, title: string): Promise<Locator> {
  const viewer = page.getByRole('region', { name: `Document: ${title}` });
  await expect(viewer.locator('canvas').first()).toBeVisible();
  return viewer;
}

/** What the browser complains about, such as something that the Content Security Policy forbids. */
function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  return complaints;
}

test(
  'the terms are text at first; the viewer loads when it is asked for, works by keyboard alone, and its pages can be selected [T104]',
  { tag: '@journey' },
  async ({ page }) => {
    const complaints = watchComplaints(page);
    const viewerCode: string[] = [];
    page.on('request', (request) => {
      if (/pdf-viewer|pdfjs|\.pdf$/.test(new URL(request.url()).pathname)) viewerCode.push(request.url());
    });
    await page.goto('/terms');
    await expectRunning(page);
    await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(viewerCode).toEqual([]);

    await page.getByRole('button', { name: 'Show as PDF' }).focus();
    await page.keyboard.press('Enter');
    const viewer = await expectViewer(page, 'Terms of use');
    await expect(page).toHaveURL('/terms?view=pdf');
    await expect(page.getByText('Page 1 of 4', { exact: true })).toBeVisible();

    await test.step('the tools turn and zoom the pages', async () => {
      const first = viewer.getByRole('group', { name: 'Page 1 of 4' });
      const width = async () => (await first.boundingBox())?.width ?? 0;
      const before = await width();
      await page.getByRole('button', { name: 'Next page' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Page 2 of 4', { exact: true })).toBeVisible();
      await expect(viewer.getByRole('group', { name: 'Page 2 of 4' })).toBeInViewport();
      await page.getByRole('button', { name: 'Zoom out' }).press('Enter');
      await expect.poll(width).toBeLessThan(before);
      await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
      await expect.poll(width).toBe(before);
      await viewer.press('Home');
      await expect(page.getByText('Page 1 of 4', { exact: true })).toBeVisible();
    });
    await test.step('the text lies over the picture', async () => {
      const heading = viewer.getByText('1. What these terms cover');
      await heading.selectText();
      expect(await page.evaluate(() => getSelection()?.toString())).toBe('1. What these terms cover');
      // A painted line of the page is where its text is: not all of it is paper.
      const dark = await heading.evaluate((line) => {
        const canvas = line.closest('[role="group"]')?.querySelector('canvas');
        const [box, paper] = [line.getBoundingClientRect(), canvas?.getBoundingClientRect()];
        if (!canvas || !paper) return -1;
        const ratio = canvas.width / paper.width;
        const { data } = canvas
          .getContext('2d')
          ?.getImageData(
            (box.x - paper.x) * ratio,
            (box.y - paper.y) * ratio,
            box.width * ratio,
            box.height * ratio,
          ) ?? {
          data: [],
        };
        return [...data].filter((value, index) => index % 4 === 0 && value < 128).length / (data.length / 4);
      });
      expect(dark).toBeGreaterThan(0.05);
    });
    await test.step('only the document is printed, as text', async () => {
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
      for (const hidden of ['header', 'footer', '.pdf--viewer', '.document__bar']) {
        await expect(page.locator(hidden).first()).toBeHidden();
      }
      await page.emulateMedia({ media: 'screen' });
    });
    await test.step('going back shows the text, and so does the button', async () => {
      await page.goBack();
      await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
      await page.goForward();
      await expectViewer(page, 'Terms of use');
      await page.getByRole('button', { name: 'Read as text' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Show as PDF' })).toBeFocused();
      await expect(page).toHaveURL('/terms');
    });
    expect(complaints).toEqual([]);
  },
);

test('on a phone the pages fit the width, and the page does not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/terms?view=pdf');
  const viewer = await expectViewer(page, 'Terms of use');
  const fits = () => viewer.evaluate((element) => element.scrollWidth <= element.clientWidth);
  expect(await fits()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(fits).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

const DOCUMENTS = /\/documents\/terms\/v2\/EN\.pdf/;

test('a PDF that is broken in any way is replaced by the text and a notice, never by an empty frame', async ({
  page,
}) => {
  for (const [index, answer] of [
    { status: 404, contentType: 'text/plain', body: 'Not found' },
    { contentType: 'application/pdf', body: '%PDF-1.7\n1 0 obj\n%%EOF\n' },
    { contentType: 'application/pdf', body: '<!doctype html><p>Sign in to the hotel’s network</p>' },
  ].entries()) {
    await page.unrouteAll();
    await page.route(DOCUMENTS, async (route) => await route.fulfill(answer));
    const asked = page.waitForRequest(DOCUMENTS);
    if (index === 0) await page.goto('/terms?view=pdf');
    else await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await expect(page.getByRole('alert')).toContainText('The PDF could not be shown here');
    await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Document: Terms of use' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  }
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectViewer(page, 'Terms of use');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Opens the current terms inside the portal: the first answer carries the text of its own page. */
async function openTermsInside(page: Page): Promise<void> {
  await page.goto('/terms/versions');
  await expectRunning(page);
  await page.getByRole('main').getByRole('link', { name: 'Latest' }).click();
}

test('the PDF can be downloaded when the text fails to load, or hangs for five seconds; "Try again" loads the text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const failed = page.getByRole('heading', { name: 'The document could not be loaded' });
  await page.route(/text-terms-v2-en/, async (route) => await route.abort());
  const reported = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/reports' && request.postData()?.includes('failure') === true,
  );
  await openTermsInside(page);
  await expect(failed).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  expect((await reported).postDataJSON()).toMatchObject({
    reports: expect.arrayContaining([expect.objectContaining({ part: 'mfe-legal', failure: 'unreachable' })]),
  });
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();

  await page.route(/text-terms-v2-en/, async () => await new Promise<never>(() => undefined));
  await page.clock.install();
  const asked = page.waitForRequest(/text-terms-v2-en/);
  await openTermsInside(page);
  await asked;
  await expect(page.locator('.document__coming')).toBeAttached();
  await page.clock.fastForward(5000);
  await expect(failed).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('the service description is the one that the API names, in a new tab, and the portal’s own when the API does not answer or names a stranger [T244]', async ({
  page,
  context,
}) => {
  const elsewhere = /\/documents\/service-description-EN\.pdf$/;
  const hosts: string[] = [];
  page.on('request', (request) => hosts.push(new URL(request.url()).host));
  await page.goto('/service-description?view=pdf');
  const link = page.getByRole('link', { name: 'Open in a new tab' });
  await expect(link).toHaveAttribute('href', elsewhere);
  await expectViewer(page, 'Service description');
  const asked = context.waitForEvent('request', (request) => elsewhere.test(request.url()));
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  expect((await asked).isNavigationRequest()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/service-description');
  await tab.close();

  const headers = { 'access-control-allow-origin': '*' };
  for (const answer of [null, { json: { url: 'https://evil.example/description.pdf' }, headers }]) {
    await page.unrouteAll();
    await page.route(/\/api\/service-description\/url$/, async (route) => {
      await (answer ? route.fulfill(answer) : route.abort());
    });
    await page.reload();
    await expectViewer(page, 'Service description');
    await expect(link).toHaveAttribute('href', '/documents/service-description/v1/EN.pdf');
  }
  expect(hosts).not.toContain('evil.example');
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

test(
  'a question opens by its address, back and forward lead between questions, and a search survives a reload',
  { tag: '@journey' },
  async ({ page }) => {
    const answer = page.getByText('Open the settings of your browser');
    await page.goto('/faq?locale=en#3-i-cannot-sign-in-because-cookies-are-blocked-what-can-i-do');
    await expect(answer).toBeVisible();
    await expect(page.getByText('I cannot sign in because cookies are blocked')).toBeInViewport();
    const other = page.locator('details', { hasText: 'Server runtime error' });
    await other.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The message comes from the identity provider')).toBeVisible();
    await expect(page).toHaveURL(/#6-i-see-the-message-server-runtime-error/);
    await page.evaluate(() => (window.location.hash = '#7-i-have-forgotten-my-password-where-do-i-get-a-new-one'));
    await expect(page.getByText('From the identity provider. Choose')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/#6-i-see-the-message-server-runtime-error/);

    await page.getByRole('searchbox', { name: 'Search the questions' }).fill('runtime');
    await expect(page.getByText('1 question found')).toBeVisible();
    await expect(answer).toBeHidden();
    await page.reload();
    await expect(page.getByText('1 question found')).toBeVisible();
    await page.getByRole('searchbox').press('Escape');
    await expect(page.getByText('I cannot sign in because cookies are blocked')).toBeVisible();
    await expect(page).toHaveURL(/\/faq\?locale=en$/);
  },
);

test('at 320 pixels the privacy policy does not scroll sideways, and its contents lead to each part', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/privacy-policy');
  await expectRunning(page);
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

test(
  'every link of the footer leads to a page and names its language [T092]',
  { tag: '@journey' },
  async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'portal_language', value: 'fr', url: baseURL ?? '' }]);
    await page.goto('/login');
    const links = page.locator('footer nav a');
    await expect(links).toHaveCount(7);
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([
      '/faq?locale=fr',
      '/corporate-information?locale=fr',
      '/privacy-policy?locale=fr',
      '/terms?locale=fr',
      '/service-description?locale=fr',
      '/privacy-policy/regions?locale=fr',
      '/accessibility?locale=fr',
    ]);
    for (const address of addresses) {
      const answer = await page.request.get(address ?? '');
      expect(answer.status()).toBe(200);
      expect(answer.headers()['x-robots-tag']).toBeUndefined();
    }
  },
);
