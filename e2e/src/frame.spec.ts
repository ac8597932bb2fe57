import type { Locator, Page } from '@playwright/test';
import { changeData } from './support/change-answer.ts';
import { holdFiles } from './support/held-page.ts';
import { expect, openAs, signIn, startSignedIn, test } from './support/portal.ts';
import { ROUTES, STAFF } from './support/routes.ts';
import { LANGUAGES } from './support/screen.ts';

test.describe.configure({ mode: 'parallel' });

async function openHubs(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await openAs(page, 'owner@example.com');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
}

/** Checks that nothing scrolls sideways or leaves the window, and that these elements do not overlap. */
async function expectRoomForAll(elements: Locator): Promise<void> {
  const { count, scrolls, crowded } = await elements.evaluateAll((all) => {
    const boxes = all.map((element) => element.getBoundingClientRect());
    const name = (index: number) => all[index]?.textContent ?? '';
    return {
      count: boxes.length,
      scrolls: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      crowded: boxes.flatMap((a, i) => [
        ...(a.left < 0 || a.right > document.documentElement.clientWidth ? [`"${name(i)}" sticks out`] : []),
        ...boxes.flatMap((b, j) =>
          i < j && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
            ? [`"${name(i)}" and "${name(j)}" share a place`]
            : [],
        ),
      ]),
    };
  });
  expect(count).toBeGreaterThan(3);
  expect(crowded).toEqual([]);
  expect(scrolls).toBeLessThanOrEqual(0);
}

test('a header with wider glyphs than estimated does not overflow [T089]', async ({ page }) => {
  // Wide enough for the row with any font of the machine.
  await openHubs(page, 1280);
  const items = page.locator('.site-nav, .site-user');
  const needed = async () =>
    await items.evaluateAll((elements) => elements.reduce((sum, { clientWidth }) => sum + clientWidth, 0));
  const before = await needed();
  await items.evaluateAll((elements) => {
    for (const element of elements) if (element instanceof HTMLElement) element.style.letterSpacing = '0.35em';
  });
  expect(await needed()).toBeGreaterThan(before);
  // The estimate counts characters, so the menu does not fold.
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expectRoomForAll(page.locator('header :is(a, button)').filter({ visible: true }));
});

test('the header folds exactly where the estimate of the specification exceeds the free width [T281]', async ({
  page,
}) => {
  const email = 'a@example.org';
  await page.route(
    '**/api/account/',
    async (route) => await changeData(route, (data: object) => ({ data: { ...data, email } })),
  );
  await openHubs(page, 1280);
  const estimate = ['Manage hubs', 'Developer', email, 'Log out'].reduce((sum, text) => sum + text.length * 9 + 51, 0);
  const seen = new Set<boolean>();
  for (let width = 320; width <= 1280; width += 20) {
    await page.setViewportSize({ width, height: 800 });
    const { freeWidth, sideways } = await page.locator('.site-header__inner').evaluate((inner) => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(inner);
      const around = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      const brand = inner.querySelector<HTMLElement>('.brand')?.offsetWidth ?? 0;
      const { scrollWidth, clientWidth } = document.documentElement;
      return { freeWidth: inner.clientWidth - around - brand, sideways: scrollWidth - clientWidth };
    });
    const folds = estimate > freeWidth;
    seen.add(folds);
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible({ visible: folds });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ visible: !folds });
    expect({ width, sideways }).toEqual({ width, sideways: 0 });
  }
  expect(seen.size).toBe(2);
});

/** The spacing of text that readers may choose (WCAG 2.2, 1.4.12), and text of twice the size (1.4.4). */
const READERS_STYLES = {
  'as it is': '',
  'with text spacing':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
  'at twice the text size': 'html { font-size: 200% !important; }',
};

/** In the page: adds styles as a reader does; the Content Security Policy refuses a style element. */
function adoptStyles(css: string): void {
  const style = new CSSStyleSheet();
  style.replaceSync(css);
  document.adoptedStyleSheets = [style];
}

test(
  'on the narrowest phone the header has one row, and its open menu leaves the button free, also with large text',
  { tag: '@journey' },
  async ({ page }) => {
    await openHubs(page, 320);
    const [header, button] = [page.getByRole('banner'), page.getByRole('button', { name: 'Menu', exact: true })];
    const menu = page.locator('#menu');
    const readHeight = async () => (await header.boundingBox())?.height ?? Infinity;
    expect(await readHeight()).toBeLessThan(2 * ((await button.boundingBox())?.height ?? 0));
    for (const styles of ['', READERS_STYLES['at twice the text size']]) {
      await page.evaluate(adoptStyles, styles);
      await button.click();
      await expect(menu).toBeVisible();
      await expect.poll(async () => (await menu.boundingBox())?.y).toBeGreaterThanOrEqual((await readHeight()) - 2);
      // Playwright refuses to press what something else covers.
      await button.click();
      await expect(menu).toBeHidden();
    }
  },
);

/** In the page: what leaves it sideways, or is cut off, and in how many lines the portal's name stands. */
function measureWidth() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const outside = [...document.querySelectorAll('main *, footer *, header *')].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 0.5,
  );
  const name = (element: Element) =>
    `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}`;
  const brand = document.querySelector('.brand > span');
  const words = document.createRange();
  if (brand) words.selectNodeContents(brand);
  return {
    sideways: scrollWidth - clientWidth,
    wide: scrollWidth > clientWidth ? outside.map(name) : [],
    // What clips its overflow hides it without a scrollbar.
    cut: outside.filter((element) => element.matches(':not(thead *):is(a, button, input, select)')).map(name),
    brandLines: new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size,
  };
}

/** The pages of users; from /login on, nobody is signed in; then those of customer service. In the longest language. */
const NARROW: readonly (readonly [paths: readonly string[], person?: string])[] = [
  [ROUTES.filter(({ leads }) => leads.user === 'opens').map(({ path }) => path), 'owner@example.com'],
  [['/login', '/welcome']],
  [STAFF.filter(({ leads }) => leads.admin === 'opens').map(({ path }) => path), 'admin@example.com'],
];

for (const [paths, person] of NARROW)
  test(`at 320 pixels nothing of ${person ?? 'a visitor'} scrolls sideways, whatever the reader does to the text`, async ({
    page,
    context,
    portal,
  }) => {
    test.setTimeout(120_000);
    await context.addCookies([{ name: 'portal_language', value: 'de', url: portal.url }]);
    await page.setViewportSize({ width: 320, height: 800 });
    if (person !== undefined) await startSignedIn(context, portal.url, person);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const [how, content] of Object.entries(READERS_STYLES)) {
        await page.evaluate(adoptStyles, content);
        const { brandLines, ...measured } = await page.evaluate(measureWidth);
        expect({ path, how, ...measured }).toEqual({ path, how, sideways: 0, wide: [], cut: [] });
        // The portal's name breaks between its two words only.
        expect(brandLines, `${path} ${how}`).toBeLessThanOrEqual(2);
      }
    }
  });

test('the language can be chosen at sign-in without scrolling, on a phone and a desktop, in every language', async ({
  page,
  context,
  portal,
}) => {
  for (const language of LANGUAGES) {
    await context.addCookies([{ name: 'portal_language', value: language, url: portal.url }]);
    for (const viewport of [
      { width: 375, height: 667 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto('/login');
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.locator('#language')).toHaveValue(language);
      await expect(page.locator('#language')).toBeInViewport({ ratio: 1 });
    }
  }
  await page.locator('#language').selectOption('de');
  await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible();
  // The pickers of the footer stand beside each other on a wide screen.
  await page.goto('/welcome');
  const readTop = async (selector: string) =>
    await page.locator(selector).evaluate((box) => box.getBoundingClientRect().top);
  expect(await readTop('#theme')).toBe(await readTop('#language'));
});

test('sign-in in the header of a document leads back to it; its place is prerendered, and empty on the page of sign-in', async ({
  page,
}) => {
  const start = await holdFiles(page, /\/assets\/shell\/.+\.js$/);
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(link).toBeHidden();
  await page.goto('/terms', { waitUntil: 'commit' });
  await expect(link).toBeVisible();
  const prerendered = await link.boundingBox();
  await start();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await link.boundingBox()).toEqual(prerendered);
  await link.click();
  await expect(page).toHaveURL('/login?redirect=%2Fterms');
  await signIn(page, 'owner@example.com');
  await expect(page).toHaveURL('/terms');
  await expect(link).toHaveCount(0);
});

test('the road of sign-in begins behind the card or outside the window, never loose on the map', async ({ page }) => {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [1920, 1200],
    [2560, 1300],
    [3440, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/login');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const { start, card } = await page.evaluate(() => {
      const way = document.querySelector<SVGPathElement>('.login__map .way');
      const { x, y } = way?.getPointAtLength(0).matrixTransform(way.getScreenCTM() ?? undefined) ?? { x: 0, y: 0 };
      return { start: { x, y }, card: document.querySelector('.legend')?.getBoundingClientRect().toJSON() as DOMRect };
    });
    const isCovered = start.x > card.left && start.x < card.right && start.y > card.top && start.y < card.bottom;
    expect({ width, start, isHidden: start.x < 0 || isCovered }).toMatchObject({ isHidden: true });
  }
});

test('in forced colours the current item still has its mark, in a colour of the theme', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openHubs(page, 1280);
  const { mark, text, ground } = await page.locator('.site-nav [aria-current]').evaluate((item) => {
    const probe = document.body.appendChild(document.createElement('p'));
    const { color, backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return { mark: getComputedStyle(item, '::after').backgroundColor, text: color, ground: backgroundColor };
  });
  expect(mark).toBe(text);
  expect(mark).not.toBe(ground);
});

test('the buttons of a hub do not overlap', async ({ page }) => {
  await openHubs(page, 1280);
  await expectRoomForAll(page.locator('tbody').getByRole('button'));
});

test('on a phone each hub is a compact card: dates and sharing have their names, and nothing is cut off', async ({
  page,
}) => {
  await openHubs(page, 375);
  const card = page.locator('tbody').first();
  const names = await card
    .locator('td[data-label]')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(names).toEqual(['"Added on"', 'none', 'none', '"Sharing"']);
  await expectRoomForAll(card.locator('th, td'));
  const tops = await card
    .locator('th, td')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  expect(new Set(tops).size, 'lines of the card').toBeGreaterThan(2);
  expect((await card.boundingBox())?.height).toBeLessThan(200);
});

test('the skip link leaves the address as it is, and logs no warning, also with unsaved input', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await openAs(page, 'owner@example.com', '/account');
  await page.getByRole('textbox', { name: 'First name' }).fill('Anne');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/account');
  expect(warnings).toEqual([]);
});

test(
  'the skip link gets the first Tab, also before the portal has started, is visible then, and leads past the header [T094]',
  { tag: '@journey' },
  async ({ page }) => {
    const start = await holdFiles(page, /\/assets\/shell\/.+\.js$/);
    await page.goto('/welcome', { waitUntil: 'commit' });
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeAttached();
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await start();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  },
);
