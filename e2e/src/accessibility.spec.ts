import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const;
const THEMES = ['light', 'dark'] as const;

interface Screen {
  readonly path: string;
  /** What the screen is brought into before it is judged; "as it opens" by default. */
  readonly state?: string;
  readonly width?: number;
  /** Before the page is opened. */
  readonly arrange?: (page: Page) => Promise<void>;
  /** On the open page. */
  readonly act?: (page: Page) => Promise<void>;
}

const refuse = (method: string, path: RegExp) => async (page: Page) => {
  await page.route(path, async (route) => {
    if (route.request().method() === method) await route.abort();
    else await route.fallback();
  });
};

async function openPrompt(page: Page): Promise<void> {
  await page.locator('tbody').first().getByRole('button').last().click();
  await expect(page.getByRole('group')).toBeVisible();
}

const VISITORS: readonly Screen[] = [
  { path: '/login' },
  { path: '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT' },
  { path: '/login?title=SOMETHING_ELSE' },
  { path: '/login', state: 'on a phone', width: 375 },
  { path: '/corporate-information' },
  { path: '/build-information' },
  { path: '/forbidden' },
  { path: '/welcome' },
  { path: '/info?successful_deletion' },
  { path: '/user-info?show=hub-already-released' },
  { path: '/user-info?show=nothing-known' },
  { path: '/hub-release' },
  { path: '/check-device' },
  { path: '/no/such/page' },
];

const OWNERS: readonly Screen[] = [
  { path: '/settings' },
  { path: '/settings', state: 'asking before a release', act: openPrompt },
  {
    path: '/settings',
    state: 'with the menu open on a phone',
    width: 375,
    act: async (page) => {
      await page.locator('[popovertarget]').click();
      await expect(page.locator('[popover]')).toBeVisible();
    },
  },
  { path: '/settings', state: 'without its hubs', arrange: refuse('GET', /\/api\/hubs$/) },
  {
    path: '/settings',
    state: 'with a notice of a failure',
    arrange: refuse('PUT', /\/api\/hubs\/.+\/settings$/),
    act: async (page) => {
      await page.getByRole('switch').first().click();
      await expect(page.getByRole('alert')).toBeVisible();
      await page.getByRole('alert').hover();
    },
  },
  {
    path: '/settings',
    state: 'offline',
    act: async (page) => {
      await page.context().setOffline(true);
      await expect(page.getByText(/offline|hors ligne|hors connexion/i).first()).toBeVisible();
    },
  },
  { path: '/account' },
  { path: '/developer/signup' },
];

/** Every screen and state, by who meets it. */
const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  'a visitor': VISITORS,
  'owner@example.com': OWNERS,
  'guest@example.com': [{ path: '/settings' }, { path: '/settings', state: 'asking for a release', act: openPrompt }],
  'many@example.com': [
    {
      path: '/settings',
      state: 'searched without a match',
      act: async (page) => {
        await page.getByRole('searchbox').fill('zzz');
        await expect(page.getByRole('rowheader')).toHaveCount(0);
      },
    },
    {
      path: '/settings',
      state: 'searched, on a phone',
      width: 375,
      act: async (page) => {
        await page.getByRole('searchbox').fill('000');
      },
    },
  ],
  'empty@example.com': [{ path: '/settings' }],
  'unmigrated@example.com': [{ path: '/settings' }],
  'developer@example.com': [{ path: '/developer' }],
};

async function speak(context: BrowserContext, url: string, language: string): Promise<void> {
  await context.addCookies([{ name: 'portal_language', value: language, url }]);
}

async function judge(page: Page, { path, width = 1280, arrange, act }: Screen, language: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await arrange?.(page);
  await page.goto(path);
  await expect(page.locator('footer')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await act?.(page);
  await expectNoAxeViolations(page);
  await page.unrouteAll();
  await page.context().setOffline(false);
}

for (const [person, screens] of Object.entries(SCREENS)) {
  test.describe(`for ${person}`, () => {
    for (const theme of THEMES) {
      test(`nothing breaks WCAG 2.2 AA on any screen, in four languages, ${theme}`, async ({ browser, baseURL }) => {
        test.setTimeout(300_000);
        const url = baseURL ?? '';
        const context = await browser.newContext({ baseURL: url, colorScheme: theme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        if (person.includes('@')) await signIn(page, person);
        for (const screen of screens) {
          for (const language of LANGUAGES) {
            await test.step(`${screen.path} ${screen.state ?? 'as it opens'}, in ${language}`, async () => {
              await speak(context, url, language);
              await judge(page, screen, language);
            });
          }
        }
        await context.close();
      });
    }
  });
}
