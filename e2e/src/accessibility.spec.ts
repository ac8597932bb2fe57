import type { Page } from '@playwright/test';
import { chooseLanguage, followTo } from './support/in-page.ts';
import { expect, expectNoAxeViolations, startSignedIn, test, useTheme } from './support/portal.ts';
import { endHeldCalls, LANGUAGES } from './support/screen.ts';
import type { Language, Screen } from './support/screen.ts';
import { SCREENS } from './support/screens.ts';

test.describe.configure({ mode: 'parallel' });

type Theme = 'light' | 'dark';
type Themes = Readonly<Partial<Record<Language, readonly Theme[]>>>;

const BOTH: readonly Theme[] = ['light', 'dark'];

/** `npm test`: every state once, in turn light in English and dark in the longest language. */
const EVERY_RUN: readonly Themes[] = [{ en: ['light'] }, { de: ['dark'] }];
/** `npm run test:full`: every state in all other combinations. */
const FULL_RUN: readonly Themes[] = [
  { en: ['dark'], de: BOTH, fr: BOTH, nl: BOTH },
  { en: BOTH, de: ['light'], fr: BOTH, nl: BOTH },
];

/** The themes of a screen, by its place in the list; of the next one where this one's language is none of the screen's. */
function themesOf(turns: readonly Themes[], { languages = LANGUAGES }: Screen, index: number): Themes {
  const inTurn = turns.map((_, after) => turns[(index + after) % turns.length] ?? {});
  return inTurn.find((themes) => languages.some((language) => themes[language])) ?? {};
}

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

const pathnameOf = (path: string) => path.split('?')[0];

async function open(page: Page, screen: Screen, before: Screen | undefined): Promise<void> {
  const { path, arrange } = screen;
  const isUntouched = before && !before.arrange && !before.act;
  if (isUntouched && !arrange && !screen.reopens && pathnameOf(before.path) !== pathnameOf(path)) {
    await followTo(page, path);
  } else {
    await endHeldCalls();
    await page.unrouteAll();
    await page.context().setOffline(false);
    if (before) await page.evaluate(() => sessionStorage.clear()); // or the page would restore what has been typed
    await arrange?.(page);
    await page.goto(path);
  }
  await expect(page.locator('footer')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

/** Brings the page into the screen's state, from the one before it or by opening it. */
async function enter(page: Page, screen: Screen, before: Screen | undefined): Promise<void> {
  await page.setViewportSize({ width: screen.width ?? 1280, height: 900 });
  if (screen.goesOn) await screen.arrange?.(page);
  else await open(page, screen, before);
  await screen.act?.(page);
}

async function judge(page: Page, language: Language, themes: readonly Theme[]): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  for (const theme of themes) {
    await test.step(`${language}, ${theme}`, async () => {
      await useTheme(page, theme);
      await expectNoAxeViolations(page);
    });
  }
}

for (const { title, turns, tag } of [
  { title: 'in English or German', turns: EVERY_RUN, tag: [] },
  { title: 'in four languages, light and dark', turns: FULL_RUN, tag: ['@full'] },
] as const) {
  for (const [person, screens] of Object.entries(SCREENS)) {
    test.describe(`for ${person}`, { tag: [...tag] }, () => {
      test(`nothing breaks WCAG 2.2 AA on any screen, ${title}`, async ({ browser, portal: { url: baseURL } }) => {
        test.setTimeout(300_000);
        const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await pointAtNotices(page);
        if (person.includes('@')) await startSignedIn(context, baseURL, person);
        let shown: Language = 'en';
        // The cookie comes before the account's language.
        const speak = async (value: Language) => {
          await context.addCookies([{ name: 'portal_language', value, url: baseURL }]);
          shown = value;
        };
        await speak(shown);
        let before: Screen | undefined;
        const opened = screens.filter(({ fullOnly }) => !fullOnly || tag.length > 0);
        for (const [index, screen] of opened.entries()) {
          const themes = themesOf(turns, screen, index);
          const languages = (screen.languages ?? LANGUAGES).filter((language) => themes[language]);
          if (languages.length === 0) continue;
          await test.step(`${screen.path} ${screen.state ?? 'as it opens'}`, async () => {
            // The page's language first: every change costs time.
            const ordered = languages.toSorted((a, b) => Number(b === shown) - Number(a === shown));
            let entered = false;
            for (const language of ordered) {
              if (screen.reopens) await speak(language);
              if (!entered || screen.reopens) await enter(page, screen, before);
              before = screen;
              entered = true;
              if (!screen.reopens) await chooseLanguage(page, language);
              await judge(page, language, themes[language] ?? []);
              shown = language;
            }
          });
        }
        await endHeldCalls();
        await context.close();
      });
    });
  }
}
