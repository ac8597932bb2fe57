import type { BrowserContext, Page, Route } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const LANGUAGES = ['en', 'de', 'fr', 'nl'] as const;
const THEMES = ['light', 'dark'] as const;

interface Screen {
  readonly path: string;
  /** What the screen is brought into before it is judged; "as it opens" by default. */
  readonly state?: string;
  readonly width?: number;
  /** All of them, unless the others could show nothing new. */
  readonly languages?: readonly (typeof LANGUAGES)[number][];
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

/** Answers a call instead of the backend, which so keeps the person as it is. */
const answer = (method: string, path: RegExp, status: number, json: unknown) => async (page: Page) => {
  await page.route(path, async (route) => {
    const { origin } = new URL(page.url());
    const headers = { 'access-control-allow-origin': origin };
    if (route.request().method() === method) await route.fulfill({ status, headers, json });
    else await route.fallback();
  });
};

const held: Route[] = [];

/** A call that the backend never hears of, and that nobody answers while the screen is judged. */
const hold = (method: string, path: RegExp) => async (page: Page) => {
  await page.route(path, async (route) => {
    if (route.request().method() === method) held.push(route);
    else await route.fallback();
  });
};

/** Tokens that the API does not know: those of a session that is over. */
const bringOldTokens = async (page: Page) => {
  const url = new URL(page.url()).origin;
  await page.context().addCookies(['access_token', 'refresh_token'].map((name) => ({ name, value: 'old', url })));
};

const PROFILE = /\/api\/account\/(general|country)$/;
const EMAIL = /\/api\/account\/email$/;
const DESTROY = /\/api\/account\/destroy$/;
const COUNTRIES = /\/api\/hc-terms-and-conditions\/all/;

/** Another address, twice, and a password, and away they go. */
async function changeEmail(page: Page): Promise<void> {
  await page.locator('[name="email"]').fill('new@example.com');
  await page.locator('[name="repeat"]').fill('new@example.com');
  await page.locator('[name="password"]').fill('account-1');
  await page.locator('[name="password"]').press('Enter');
}

async function saveFirstName(page: Page): Promise<void> {
  await page.locator('[name="firstName"]').fill('Anne');
  await page.locator('select[autocomplete="country"]').selectOption('se');
  await page.locator('form').first().locator('[type="submit"]').click();
}

async function tick(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await expect(page.locator('form [type="submit"]')).toBeEnabled();
}

async function openPrompt(page: Page): Promise<void> {
  await page.locator('tbody').first().getByRole('button').last().click();
  await expect(page.getByRole('group')).toBeVisible();
}

const VISITORS: readonly Screen[] = [
  { path: '/login' },
  { path: '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT' },
  { path: '/login?title=SOMETHING_ELSE' },
  { path: '/login', state: 'on a phone', width: 375 },
  { path: '/build-information' },
  { path: '/forbidden' },
  { path: '/welcome' },
  { path: '/info?successful_deletion' },
  { path: '/info?failed_deletion' },
  { path: '/user-info?show=account-confirmation' },
  { path: '/user-info?show=account-confirmation-error' },
  { path: '/user-info?show=hub-already-released' },
  { path: '/user-info?show=nothing-known' },
  { path: '/hub-release' },
  { path: '/check-device' },
  { path: '/migration-info' },
  { path: '/no/such/page' },
  {
    path: '/settings',
    state: 'met by trouble with the session',
    arrange: async (page) => {
      await bringOldTokens(page);
      await answer('GET', /\/api\/account\/$/, 503, {})(page);
    },
    act: async (page) => {
      await expect(page).toHaveURL(/\/login\?redirect=/);
      await expect(page.getByRole('alert').getByRole('button')).toBeVisible();
    },
  },
  {
    path: '/settings',
    state: 'after its session has ended',
    arrange: bringOldTokens,
    act: async (page) => {
      await expect(page).toHaveURL(/\/login\?redirect=/);
      await expect(page.getByRole('status').getByRole('heading', { level: 2 })).toBeVisible();
    },
  },
];

const ACCOUNTS: readonly Screen[] = [
  { path: '/account' },
  {
    path: '/account',
    state: 'without a first name, on a phone',
    width: 375,
    act: async (page) => {
      await page.locator('[name="firstName"]').fill('');
      await page.locator('[name="firstName"]').blur();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    },
  },
  {
    path: '/account',
    state: 'without its countries',
    arrange: refuse('GET', COUNTRIES),
    act: async (page) => {
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/account',
    state: 'saved in part',
    arrange: async (page) => {
      await answer('PUT', PROFILE, 200, { code: 1, data: {} })(page);
    },
    act: async (page) => {
      await saveFirstName(page);
      await expect(page.locator('.message--warning')).toBeVisible();
    },
  },
  {
    path: '/account',
    state: 'saved',
    arrange: async (page) => {
      await answer('PUT', PROFILE, 200, { code: 3_000_012, data: {} })(page);
    },
    act: async (page) => {
      await saveFirstName(page);
      await expect(page.locator('.notice')).toBeVisible();
    },
  },
  {
    path: '/account',
    state: 'asking before unsaved changes are left',
    act: async (page) => {
      await page.locator('[name="firstName"]').fill('Anne');
      await page.locator('header a[href="/settings"]').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { path: '/account/delete' },
  { path: '/account/delete', state: 'on a phone', width: 375 },
  { path: '/account/delete', state: 'without its hubs', arrange: refuse('GET', /\/api\/hubs$/) },
  { path: '/migration-info' },
];

const OWN_LOGINS: readonly Screen[] = [
  { path: '/settings' },
  { path: '/account' },
  {
    path: '/account',
    state: 'with a country still to be chosen',
    act: async (page) => {
      await page.locator('[name="firstName"]').fill('Anne');
      const save = page.locator('form').first().locator('[type="submit"]');
      await expect(save).toBeDisabled();
      await expect(save).toHaveAccessibleDescription(/land|country|pays/i);
    },
  },
  {
    path: '/account',
    state: 'with addresses that differ',
    act: async (page) => {
      await page.locator('[name="email"]').fill('new@example.com');
      await page.locator('[name="repeat"]').fill('other@example.com');
      await page.locator('[name="repeat"]').blur();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    },
  },
  {
    path: '/account',
    state: 'with an address that the server refuses',
    arrange: answer('PUT', EMAIL, 400, { errors: [{ error: 'EMAIL_ADDRESS_IN_USE' }] }),
    act: async (page) => {
      await changeEmail(page);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/account',
    state: 'with the inbox to be looked into',
    width: 375,
    arrange: answer('PUT', EMAIL, 200, { data: {} }),
    act: async (page) => {
      await changeEmail(page);
      await expect(page.getByRole('status').filter({ hasText: 'new@example.com' })).toBeVisible();
    },
  },
  { path: '/account/delete' },
  {
    path: '/account/delete',
    state: 'without a password',
    act: async (page) => {
      await page.locator('[name="password"]').focus();
      await page.locator('[name="password"]').blur();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    },
  },
  {
    path: '/account/delete',
    state: 'with a wrong password',
    arrange: answer('POST', DESTROY, 400, { errors: [{ code: 3_000_022 }] }),
    act: async (page) => {
      await page.locator('[name="password"]').fill('wrong-1');
      await page.locator('[name="password"]').press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];

/** On a wide screen the browser's viewer shows the PDF; on a phone the same words are the page's own. */
const LEGAL: readonly Screen[] = [
  ...[
    '/terms',
    '/privacy-policy',
    '/privacy-policy?locale=fr-ca',
    '/service-description',
    '/corporate-information',
    '/developer-terms/v1',
    '/faq',
    '/accessibility',
  ].map((path) => ({ path, state: 'as text, on a phone', width: 375 })),
  { path: '/terms' },
  { path: '/terms?version=v1', state: 'as text, on a phone', width: 375, languages: ['fr'] },
  { path: '/tos', state: 'as text, on a phone', width: 375, languages: ['en', 'nl'] },
  { path: '/privacy-policy?locale=en-us', state: 'as text, on a phone', width: 375, languages: ['fr'] },
  { path: '/privacy-policy', languages: ['de', 'fr'] },
  { path: '/service-description', languages: ['en'] },
  { path: '/terms/versions' },
  { path: '/tos' },
  {
    path: '/terms',
    state: 'without its PDF',
    arrange: refuse('GET', /\/documents\/.+\.pdf/),
    act: async (page) => await expect(page.getByRole('alert')).toBeVisible(),
  },
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
    state: 'without the part that it is of',
    arrange: refuse('GET', /\/assets\/mfe-hubs\//),
    act: async (page) => await expect(page.getByRole('alert').getByRole('button')).toBeVisible(),
  },
  {
    path: '/settings',
    state: 'while sharing changes',
    arrange: hold('PUT', /\/api\/hubs\/.+\/settings$/),
    act: async (page) => {
      await page.getByRole('switch').first().click();
      await expect(page.getByRole('switch').first()).toHaveAttribute('aria-busy', 'true');
    },
  },
  {
    path: '/settings',
    state: 'while a hub is released',
    arrange: hold('DELETE', /\/api\/hubs\/.+\/authorization$/),
    act: async (page) => {
      await openPrompt(page);
      await page.getByRole('group').getByRole('button').last().click();
      await expect(page.getByRole('group').locator('[aria-busy="true"]')).toBeVisible();
    },
  },
  { path: '/welcome' },
  {
    path: '/settings',
    state: 'with a notice of a failure',
    arrange: refuse('PUT', /\/api\/hubs\/.+\/settings$/),
    act: async (page) => {
      await page.getByRole('switch').first().click();
      await expect(page.getByRole('alert')).toBeVisible();
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
];

const SIGN_UPS: readonly Screen[] = [
  { path: '/developer/signup' },
  { path: '/developer/signup', state: 'ticked, on a phone', width: 375, act: tick },
  { path: '/developer/signup', state: 'without its terms', arrange: refuse('GET', /\/developer-terms\/.+\.pdf$/) },
  {
    path: '/developer/signup',
    state: 'with a role that lags',
    // The role never comes: the API has not been asked.
    arrange: answer('POST', /\/api\/account\/developer$/, 200, { data: {} }),
    act: async (page) => {
      await tick(page);
      await page.locator('form [type="submit"]').click();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
    },
  },
  {
    path: '/developer/signup',
    state: 'with a role that has not come yet',
    arrange: answer('POST', /\/api\/account\/developer$/, 200, { data: {} }),
    act: async (page) => {
      await tick(page);
      await page.locator('form [type="submit"]').click();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/developer/signup',
    state: 'with an acceptance that fails',
    arrange: answer('POST', /\/api\/account\/developer$/, 500, {}),
    act: async (page) => {
      await tick(page);
      await page.locator('form [type="submit"]').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];

/** Every screen and state, by who meets it. */
const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  'a visitor': VISITORS,
  'a reader of documents': LEGAL,
  'owner@example.com': OWNERS,
  'guest@example.com': [
    { path: '/settings' },
    { path: '/settings', state: 'asking for a release', act: openPrompt },
    {
      path: '/settings',
      state: 'with an owner who has been asked',
      arrange: answer('GET', /\/api\/hubs\/.+\/release$/, 200, { data: {} }),
      act: async (page) => {
        await openPrompt(page);
        await page.getByRole('group').getByRole('button').last().click();
        await expect(page.getByRole('group')).toHaveCount(0);
        await expect(page.locator('.badge--good').first()).toBeVisible();
      },
    },
    ...ACCOUNTS,
  ],
  'many@example.com': [
    {
      path: '/account/delete',
      state: 'with all of its hubs',
      act: async (page) => {
        await page.locator('summary').click();
      },
    },
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
  'unmigrated@example.com': OWN_LOGINS,
  'developer@example.com': [{ path: '/developer' }, { path: '/developer', state: 'on a phone', width: 375 }],
  'manager@example.com': SIGN_UPS,
};

async function speak(context: BrowserContext, url: string, language: string): Promise<void> {
  await context.addCookies([{ name: 'portal_language', value: language, url }]);
}

/** Lets every notice stay: its time stands still while it is pointed at, which begins as soon as it is there. */
async function pointAtNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pointAt = () => {
      for (const notice of document.querySelectorAll('.notice'))
        notice.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    };
    new MutationObserver(pointAt).observe(document, { childList: true, subtree: true });
  });
}

/** Puts the open page into a theme, and waits until no colour is on its way any more. */
async function dress(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    // Transitions alone: the line of a notice is an animation that stands still as long as the notice is looked at.
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(async ({ finished }) => await finished));
  });
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
  for (const colorScheme of THEMES) {
    await test.step(colorScheme, async () => {
      await dress(page, colorScheme);
      await expectNoAxeViolations(page);
    });
  }
  // Without an end of their own, they would go on to the backend now.
  for (const route of held.splice(0)) await route.abort();
  await page.unrouteAll();
  await page.evaluate(() => sessionStorage.clear()); // or the next state would begin with what this one has typed
  await page.context().setOffline(false);
}

for (const [person, screens] of Object.entries(SCREENS)) {
  test.describe(`for ${person}`, () => {
    test('nothing breaks WCAG 2.2 AA on any screen, in four languages, light and dark', async ({
      browser,
      baseURL,
    }) => {
      test.setTimeout(300_000);
      const url = baseURL ?? '';
      const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await pointAtNotices(page);
      if (person.includes('@')) await signIn(page, person);
      for (const screen of screens) {
        for (const language of screen.languages ?? LANGUAGES) {
          await test.step(`${screen.path} ${screen.state ?? 'as it opens'}, in ${language}`, async () => {
            await speak(context, url, language);
            await judge(page, screen, language);
          });
        }
      }
      await context.close();
    });
  });
}
