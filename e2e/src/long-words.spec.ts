import type { Page } from '@playwright/test';
import { followTo } from './support/in-page.ts';
import { expect, openAs, test } from './support/portal.ts';
import { ROUTES, STAFF } from './support/routes.ts';
import { LANGUAGES } from './support/screen.ts';

test.describe.configure({ mode: 'parallel' });

test('the title of the document has no soft hyphen, neither prerendered nor set by the page', async ({
  page,
  context,
  portal,
}) => {
  await context.addCookies([{ name: 'portal_language', value: 'de', url: portal.url }]);
  expect(await (await page.request.get('/terms')).text()).toContain(
    '<title>Nutzungsbedingungen – eBike Portal</title>',
  );
  await page.goto('/build-information');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await page.title()).toBe('Versionsinformationen – eBike Portal');
});

const WIDTHS = [320, 375];
/** One of each page: another query may leave the heading, which tells that a new page has come. */
const OPEN = ROUTES.filter(({ leads, path }) => leads.visitor === 'opens' && !path.includes('?')).map(
  ({ path }) => path,
);
const SIGNED_IN = ['/account', '/account/delete', '/developer/signup'];

/**
 * Words of headings, links, buttons and names of fields and columns that go on in the next line without a hyphen;
 * choices of fields that are cut off.
 */
async function brokenWords(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, .skip-link');
    const shown = [...document.querySelectorAll('h1, h2, h3, a, button, label, summary, thead th')].filter(isSeen);
    const getTop = (text: Text, offset: number) => {
      const range = document.createRange();
      range.setStart(text, offset);
      range.setEnd(text, offset + 1);
      // The first box of a letter behind a soft hyphen is that of the hyphen.
      return [...range.getClientRects()].at(-1)?.top ?? 0;
    };
    const broken = shown.flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node as Text;
        // A soft hyphen ends a word here, and shows where the line breaks.
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
          const lines = getTop(text, index + word.length - 1) - getTop(text, index);
          if (Math.abs(lines) > 4) words.push(`"${word}" in ${element.localName}`);
        }
      }
      return words;
    });
    const measure = document.createElement('canvas').getContext('2d');
    const cut = [...document.querySelectorAll('select')].filter(isSeen).flatMap((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const choice = field.selectedOptions[0]?.text ?? '';
      if (!measure) return [];
      measure.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return measure.measureText(choice).width > room + 1 ? [`"${choice}" is cut off`] : [];
    });
    return [...broken, ...cut];
  });
}

for (const language of LANGUAGES) {
  test(`no word breaks without a hyphen, and no choice is cut off, at 320 and 375 pixels in ${language}`, async ({
    page,
    context,
    portal,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 320, height: 800 });
    await context.addCookies([{ name: 'portal_language', value: language, url: portal.url }]);
    const found: Record<string, readonly string[]> = {};
    const look = async (path: string) => {
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const words = await brokenWords(page);
        if (words.length > 0) found[`${path} at ${width} px`] = words;
      }
    };
    await page.goto('/login');
    await look('/login');
    for (const path of OPEN.filter((other) => other !== '/login')) {
      await followTo(page, path);
      await look(path);
    }
    for (const email of ['guest@example.com', 'owner@example.com']) {
      await openAs(page, email);
      await page.locator('tbody').first().getByRole('button').last().click();
      await expect(page.getByRole('group')).toBeVisible();
      await look(`/settings for ${email}, with a prompt`);
    }
    for (const path of SIGNED_IN) {
      await followTo(page, path);
      await look(path);
    }
    await openAs(page, 'admin@example.com', '/staff/journal');
    for (const { path } of STAFF.filter(({ leads }) => leads.admin === 'opens')) {
      await followTo(page, path);
      await look(path);
    }
    expect(found).toEqual({});
  });
}
