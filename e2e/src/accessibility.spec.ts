import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectNoAxeViolations, startSignedIn, test, useTheme } from './support/portal.ts';
import { endHeldCalls, LANGUAGES } from './support/screen.ts';
import type { Language, Screen } from './support/screen.ts';
import { SCREENS } from './support/screens.ts';

test.describe.configure({ mode: 'parallel' });

type Theme = 'light' | 'dark';
type Themes = Readonly<Partial<Record<Language, readonly Theme[]>>>;

/** `npm test`: every state in both themes, in English and in the longest language. */
const EVERY_RUN: Themes = { en: ['light'], de: ['dark'] };
/** `npm run test:full`: the rest. */
const FULL_RUN: Themes = { en: ['dark'], de: ['light'], fr: ['light', 'dark'], nl: ['light', 'dark'] };

async function speak(context: BrowserContext, url: string, language: string): Promise<void> {
  await context.addCookies([{ name: 'portal_language', value: language, url }]);
}

/** Keeps every notice on the screen: its time stands still while the pointer is on it. */
async function pointAtNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pointAt = () => {
      for (const notice of document.querySelectorAll('.notice'))
        notice.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    };
    new MutationObserver(pointAt).observe(document, { childList: true, subtree: true });
  });
}

async function judge(page: Page, screen: Screen, language: Language, themes: readonly Theme[]): Promise<void> {
  const { path, width = 1280, arrange, act } = screen;
  await page.setViewportSize({ width, height: 900 });
  await arrange?.(page);
  await page.goto(path);
  await expect(page.locator('footer')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await act?.(page);
  for (const theme of themes) {
    await test.step(theme, async () => {
      await useTheme(page, theme);
      await expectNoAxeViolations(page);
    });
  }
  await endHeldCalls();
  await page.unrouteAll();
  await page.evaluate(() => sessionStorage.clear()); // or the next state would begin with what this one has typed
  await page.context().setOffline(false);
}

for (const { title, themes, tag } of [
  { title: 'in English and German', themes: EVERY_RUN, tag: [] },
  { title: 'in four languages, light and dark', themes: FULL_RUN, tag: ['@full'] },
] as const) {
  for (const [person, screens] of Object.entries(SCREENS)) {
    const needsPdfViewer = person === 'a reader of documents';
    test.describe(`for ${person}`, { tag: [...tag, ...(needsPdfViewer ? ['@whole-browser'] : [])] }, () => {
      test(`nothing breaks WCAG 2.2 AA on any screen, ${title}`, async ({ browser, portal: { url: baseURL } }) => {
        test.setTimeout(300_000);
        const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await pointAtNotices(page);
        if (person.includes('@')) await startSignedIn(context, baseURL, person);
        for (const screen of screens) {
          for (const language of screen.languages ?? LANGUAGES) {
            const judged = themes[language];
            if (!judged) continue;
            await test.step(`${screen.path} ${screen.state ?? 'as it opens'}, in ${language}`, async () => {
              await speak(context, baseURL, language);
              await judge(page, screen, language, judged);
            });
          }
        }
        await context.close();
      });
    });
  }
}
