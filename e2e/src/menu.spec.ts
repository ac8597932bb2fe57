import { expect, openAs, test } from './support/portal.ts';

/** A reader's setting, which scripts cannot reach. */
const TWICE_THE_TEXT_SIZE = 'html { font-size: 200% !important; }';

test('on the narrowest phone the header has one row, and its open menu leaves the button free, also with large text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openAs(page, 'owner@example.com');
  const [header, button] = [page.getByRole('banner'), page.getByRole('button', { name: 'Menu', exact: true })];
  const menu = page.locator('#menu');
  const heightOf = async () => (await header.boundingBox())?.height ?? Infinity;
  expect(await heightOf()).toBeLessThan(2 * ((await button.boundingBox())?.height ?? 0));
  for (const styles of ['', TWICE_THE_TEXT_SIZE]) {
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet(); // the Content Security Policy refuses a style element
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, styles);
    await button.click();
    await expect(menu).toBeVisible();
    await expect.poll(async () => (await menu.boundingBox())?.y).toBeGreaterThanOrEqual((await heightOf()) - 2);
    // Playwright refuses to press what something else covers.
    await button.click();
    await expect(menu).toBeHidden();
  }
});
