import type { Page } from '@playwright/test';
import { followTo } from './support/in-page.ts';
import { expect, expectNoAxeViolations, startSignedIn, test, useTheme } from './support/portal.ts';
import { toPathname } from './support/routes.ts';
import { endHeldCalls } from './support/screen.ts';
import type { Language, Screen } from './support/screen.ts';
import { AS_TEXT, SCREENS } from './support/screens.ts';

test.describe.configure({ mode: 'parallel' });

/** Keeps every notice on the screen: its timer pauses while the pointer is on it. */
async function pointAtNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pointAt = () => {
      for (const notice of document.querySelectorAll('.notice'))
        notice.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    };
    new MutationObserver(pointAt).observe(document, { childList: true, subtree: true });
  });
}

/** Brings the page into the screen's state, from the one before it or by opening it. */
async function enter(page: Page, screen: Screen, before: Screen | undefined): Promise<void> {
  const { path, arrange, act, goesOn, width = 1280 } = screen;
  await page.setViewportSize({ width, height: 900 });
  const isUntouched = before && !before.arrange && !before.act;
  if (goesOn) {
    await arrange?.(page);
  } else if (isUntouched && !arrange && toPathname(before.path) !== toPathname(path)) {
    await followTo(page, path);
  } else {
    await endHeldCalls();
    await page.unrouteAll();
    await page.context().setOffline(false);
    if (before) await page.evaluate(() => sessionStorage.clear()); // or the page would restore what has been typed
    await arrange?.(page);
    await page.goto(path);
  }
  if (!goesOn) {
    await expect(page.locator('footer')).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  await act?.(page);
}

interface Look {
  readonly language: Language;
  readonly themes: readonly ('light' | 'dark')[];
}

/** Judges the screens of somebody, one after the other. */
async function judge(page: Page, url: string, person: string, screens: readonly Screen[], look: Look): Promise<void> {
  const { language, themes } = look;
  const context = page.context();
  // The cookie comes before the account's language.
  await context.addCookies([{ name: 'portal_language', value: language, url }]);
  if (person.includes('@')) await startSignedIn(context, url, person);
  let before: Screen | undefined;
  for (const screen of screens)
    await test.step(`${person}, ${screen.path} ${screen.state ?? 'as it opens'}`, async () => {
      await enter(page, screen, before);
      before = screen;
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const theme of themes) {
        await useTheme(page, theme);
        await expectNoAxeViolations(page);
      }
    });
  await endHeldCalls();
}

const PEOPLE = Object.entries(SCREENS);
const isStaff = (person: string) => /^(firmware|content|admin)@/.test(person);

for (const [whom, tag, chosen] of [
  ['visitors', [], PEOPLE.filter(([person]) => !person.includes('@'))],
  ['users', ['@journey'], PEOPLE.filter(([person]) => person.includes('@') && !isStaff(person))],
  ['staff', [], PEOPLE.filter(([person]) => isStaff(person))],
] as const)
  test(`no screen of ${whom} breaks WCAG 2.2 AA as it opens`, { tag: [...tag] }, async ({ page, portal }) => {
    test.setTimeout(120_000);
    for (const [person, screens] of chosen) {
      const opening = screens.filter(({ state }) => state === undefined || state === AS_TEXT);
      await judge(page, portal.url, person, opening, { language: 'en', themes: ['light'] });
    }
  });

for (const [person, screens] of PEOPLE)
  test(`no screen of ${person} breaks WCAG 2.2 AA in any state, light or dark, in the longest language`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(300_000);
    await pointAtNotices(page);
    await judge(page, portal.url, person, screens, { language: 'de', themes: ['light', 'dark'] });
  });
