import type { BrowserContext } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, test } from './support/portal.ts';

const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const;
const THEMES = ['light', 'dark'] as const;

/** Every screen, and who sees it. */
const SCREENS = [
  { path: '/login', person: undefined },
  { path: '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT', person: undefined },
  { path: '/corporate-information', person: undefined },
  { path: '/build-information', person: undefined },
  { path: '/forbidden', person: undefined },
  { path: '/welcome', person: undefined },
  { path: '/info?successful_deletion', person: undefined },
  { path: '/user-info?show=hub-already-released', person: undefined },
  { path: '/user-info?show=nothing-known', person: undefined },
  { path: '/hub-release', person: undefined },
  { path: '/check-device', person: undefined },
  { path: '/no/such/page', person: undefined },
  { path: '/settings', person: 'owner@example.com' },
  { path: '/account', person: 'owner@example.com' },
  { path: '/settings', person: 'guest@example.com' },
  { path: '/settings', person: 'unmigrated@example.com' },
  { path: '/settings', person: 'empty@example.com' },
  { path: '/developer', person: 'developer@example.com' },
] as const;

const PEOPLE = [...new Set(SCREENS.map(({ person }) => person))];

async function speak(context: BrowserContext, url: string, language: string): Promise<void> {
  await context.addCookies([{ name: 'portal_language', value: language, url }]);
}

for (const person of PEOPLE) {
  test.describe(`for ${person ?? 'a visitor'}`, () => {
    for (const theme of THEMES) {
      test(`nothing breaks WCAG 2.2 AA on any screen, in four languages, ${theme}`, async ({ browser, baseURL }) => {
        test.slow();
        const url = baseURL ?? '';
        const context = await browser.newContext({ baseURL: url, colorScheme: theme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        if (person !== undefined) await signIn(page, person);
        for (const { path } of SCREENS.filter((screen) => screen.person === person)) {
          for (const language of LANGUAGES) {
            await test.step(`${path} in ${language}`, async () => {
              await speak(context, url, language);
              await page.goto(path);
              await expect(page.locator('footer')).toBeVisible();
              await expect(page.locator('html')).toHaveAttribute('lang', language);
              await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
              await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
              await expectNoAxeViolations(page);
            });
          }
        }
        await context.close();
      });
    }
  });
}
