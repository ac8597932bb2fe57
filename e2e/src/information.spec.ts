import type { Page } from '@playwright/test';
import { createPerson, firstMail } from './support/backend.ts';
import { orderBehaviour } from './support/faults.ts';
import { expect, signIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const LONG = 'x'.repeat(10_000);
/** Markup that says so if it ever runs. */
const MARKUP = [
  '<script>window.executed = true</script>',
  '<img src=x onerror="window.executed = true">',
  '"><svg onload="window.executed = true">',
  'javascript:window.executed=true',
  '{{constructor.constructor("window.executed = true")()}}',
];
const BAD = [...MARKUP, '__proto__', 'constructor', 'toString', '', ' ', '\u0000', '../..', LONG];

/** Everything in the page that nobody handled, and everything that ran although it came as a text. */
function watch(page: Page): () => Promise<readonly string[]> {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return async () => {
    if (await page.evaluate(() => 'executed' in window)) found.push('executed');
    // A prototype that somebody has written to would show on every object.
    if (await page.evaluate(() => 'polluted' in {})) found.push('polluted');
    return found;
  };
}

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

const NONE = 'No info found';

test('/info says "No info found" for every key that it does not know, and executes nothing', async ({ page }) => {
  const found = watch(page);
  const queries = [
    ...BAD.map((key) => encodeURIComponent(key)),
    'successful_deletion&successful_deletion',
    'successful_deletion&failed_deletion',
    'successful_deletion&__proto__',
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    'constructor[prototype][polluted]=1',
    'successful_deletion[]=1',
    'locale=en&locale=en',
    `successful_deletion&${LONG}`,
  ];
  for (const query of queries) {
    await test.step(query.slice(0, 60), async () => {
      await page.goto(`/info?${query}`);
      await expectHeading(page, NONE);
      await expect(page).toHaveTitle(`${NONE} – eBike Portal`);
    });
  }
  expect(await found()).toEqual([]);
});

test('/info says what it knows, whatever value the key has, and in the language that is asked for', async ({
  page,
}) => {
  const found = watch(page);
  for (const value of ['', '=', ...MARKUP.map((text) => `=${encodeURIComponent(text)}`), `=${LONG}`]) {
    await page.goto(`/info?successful_deletion${value}`);
    await expectHeading(page, 'Your account is deleted');
  }
  await page.goto('/info?failed_deletion&locale=fr');
  await expectHeading(page, 'Tout n’est pas encore supprimé');
  await expect(page.getByRole('main')).toContainText('ingénieurs');
  expect(await found()).toEqual([]);
});

test('/user-info says "No info found" for every value of show that it does not know, and executes nothing', async ({
  page,
}) => {
  const found = watch(page);
  const queries = [
    ...BAD.map((value) => `show=${encodeURIComponent(value)}`),
    'show=hub-release&show=hub-release',
    'show=hub-release&show=__proto__',
    'show=Hub-Release',
  ];
  for (const query of queries) {
    await test.step(query.slice(0, 60), async () => {
      await page.goto(`/user-info?${query}`);
      await expectHeading(page, NONE);
    });
  }
  for (const query of ['', '?', '?locale=de', '?__proto__=1', '?SHOW=hub-release', '?show[]=hub-release']) {
    await page.goto(`/user-info${query}`);
    await expect(page).toHaveURL('/404.html');
  }
  expect(await found()).toEqual([]);
});

test('an unknown title at sign-in is the generic error, and executes nothing', async ({ page }) => {
  const found = watch(page);
  for (const title of BAD.filter((text) => text.trim() !== '' && text !== '\u0000')) {
    await page.goto(`/login?title=${encodeURIComponent(title)}`);
    await expect(page.getByRole('alert')).toContainText('It seems something went wrong.');
    await expect(page.getByRole('alert')).not.toContainText(title.slice(0, 40));
  }
  await page.goto('/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT&title=__proto__');
  await expect(page.getByRole('alert')).toContainText('It seems something went wrong.');
  expect(await found()).toEqual([]);
});

test('a locale that is none changes no language, and executes nothing', async ({ page }) => {
  const found = watch(page);
  for (const locale of BAD) {
    await page.goto(`/info?failed_deletion&locale=${encodeURIComponent(locale)}`);
    await expectHeading(page, 'Not everything is deleted yet');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  }
  await page.goto('/info?failed_deletion&locale=nl&locale=__proto__');
  await expectHeading(page, 'Not everything is deleted yet');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await found()).toEqual([]);
});

test('a redirect that is none of the portal leads to the hubs after sign-in, and executes nothing', async ({
  page,
}) => {
  test.slow();
  const found = watch(page);
  await page.goto('/login');
  await signIn(page, 'empty@example.com');
  for (const target of [...BAD, '//elsewhere.example/', '/\\elsewhere.example', '/%5celsewhere.example']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await expect(page).toHaveURL('/settings');
  }
  await page.goto('/login?redirect=/account&redirect=//elsewhere.example/');
  await expect(page).toHaveURL('/settings');
  expect(await found()).toEqual([]);
});

test('a version of the terms that is none is the latest, and executes nothing', async ({ page }) => {
  const found = watch(page);
  // On a phone the terms begin as text, and wait for no PDF.
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/terms');
  await expect(page.getByRole('article').getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download PDF, \d/ })).toBeVisible();
  const latest = await page.getByRole('main').innerText();
  for (const version of BAD) {
    await page.goto(`/terms?version=${encodeURIComponent(version)}`);
    await expect(page.getByRole('main')).toHaveText(latest, { useInnerText: true });
  }
  await page.goto('/terms?version=v1&version=__proto__');
  await expect(page.getByRole('main')).toHaveText(latest, { useInnerText: true });
  expect(await found()).toEqual([]);
});

test('/build-information tells version and build date, and those of every part that is live', async ({ page }) => {
  await page.goto('/build-information');
  await expect(page.getByRole('definition').first()).toHaveText('1.2.115');
  const data: unknown = JSON.parse((await page.locator('#portal-page').textContent()) ?? '');
  const { release } = data as { release: { shell: Live; remotes: Readonly<Record<string, Live>> } };
  interface Live {
    readonly version: string;
    readonly builtAt: string;
  }
  const live = [release.shell, ...Object.values(release.remotes)];
  expect(live).toHaveLength(5);
  const date = (builtAt: string) => builtAt.slice(0, 10).split('-').toReversed().join('.');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(live.length + 1);
  for (const [index, { version, builtAt }] of live.entries()) {
    await expect(rows.nth(index + 1).getByRole('cell')).toHaveText([version, date(builtAt)]);
  }
  // Nothing there names a part as its builders do.
  await expect(page.getByRole('main')).not.toContainText('mfe-');
});

test('the texts of these pages come in the language that is shown, and in another one when it is chosen', async ({
  page,
}) => {
  const came: string[] = [];
  page.on('request', (request) => {
    const [, language] = /\/assets\/shell\/information-(\w\w)\.\w+\.js$/.exec(request.url()) ?? [];
    if (language !== undefined) came.push(language);
  });
  await page.goto('/info?failed_deletion&locale=fr');
  await expectHeading(page, 'Tout n’est pas encore supprimé');
  expect(came).toEqual(['fr']);
  await page.getByRole('combobox').selectOption('de');
  await expectHeading(page, 'Noch ist nicht alles gelöscht');
  expect(came).toEqual(['fr', 'de']);
});

for (const [locale, words] of Object.entries({
  en: {
    failed: ['Not everything is deleted yet', 'Our engineers have been notified, and we will contact you.'],
    deleted: ['Your account is deleted', 'Your personal data has been deleted'],
    error: ['Your account could not be confirmed', 'Please contact support.'],
    none: ['No info found', 'There is no message at this address.'],
  },
  de: {
    failed: ['Noch ist nicht alles gelöscht', 'Unsere Technik ist informiert, und wir melden uns bei Ihnen.'],
    deleted: ['Ihr Konto ist gelöscht', 'Ihre personenbezogenen Daten wurden aus unseren Systemen gelöscht.'],
    error: ['Ihr Konto konnte nicht bestätigt werden', 'Bitte wenden Sie sich an den Support.'],
    none: ['Keine Information gefunden', 'Unter dieser Adresse gibt es keine Nachricht.'],
  },
})) {
  test.describe(`read in ${locale}`, () => {
    test.use({ locale });

    test('deletions, complete or not, confirmations that failed, and addresses without a message', async ({ page }) => {
      for (const [path, [heading = '', text = '']] of [
        ['/info?failed_deletion', words.failed],
        ['/info?successful_deletion', words.deleted],
        ['/user-info?show=account-confirmation-error', words.error],
        ['/user-info?show=unknown', words.none],
        ['/info?unknown', words.none],
      ] as const) {
        await page.goto(path);
        await expectHeading(page, heading);
        await expect(page.getByRole('main')).toContainText(text);
        await expect(page).toHaveTitle(`${heading} – eBike Portal`);
      }
    });
  });
}

test('the link in the mail to a new address confirms it, says so, and says later that it did', async ({
  page,
  portal,
}) => {
  const { email } = await createPerson(portal.backendUrl, 'confirmation', 'unmigrated');
  const address = `new.${email}`;
  await page.goto('/login');
  await signIn(page, email);
  await page.goto('/account');
  await page.getByLabel('Email address').fill(address);
  await page.getByLabel('Repeat the new address').fill(address);
  await page.getByLabel('Current password').fill('account-1');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Please check your inbox')).toBeVisible();
  const { links } = await firstMail(portal.backendUrl, address);
  const link = links[0] ?? '';

  await page.goto(link);
  await expect(page).toHaveURL('/user-info?show=account-confirmation');
  await expectHeading(page, 'Your account is confirmed');
  await page.goto(link);
  await expect(page).toHaveURL('/user-info?show=account-already-confirmed');
  await expectHeading(page, 'Your account was confirmed already');
  await page.goto(link.replace(/[^/]+$/, 'made-up'));
  await expect(page).toHaveURL('/user-info?show=account-confirmation-error');
  await expectHeading(page, 'Your account could not be confirmed');
  await page.goto('/account');
  await expect(page.getByLabel('Email address')).toHaveValue(address);
});

test('a deletion that gets stuck is told by a mail, whose link leads to the page that explains it', async ({
  page,
  portal,
}) => {
  const { email } = await createPerson(portal.backendUrl, 'stuck', 'empty');
  await orderBehaviour(portal.backendUrl, email, { deletion: 'partial' });
  await page.context().addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
  await page.goto('/login');
  await signIn(page, email);
  await page.goto('/account/delete');
  await page.getByRole('button', { name: 'Delete account for good' }).click();
  await expect(page).toHaveURL('/info?successful_deletion');
  const { links } = await firstMail(portal.backendUrl, email);
  await page.goto(links[0] ?? '');
  await expect(page).toHaveURL('/info?failed_deletion');
  await expectHeading(page, 'Not everything is deleted yet');
  // The account is nobody's any more, and the identity is still signed in at the provider.
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT');
});

test('/info and /user-info are read by who is signed in, too, and lead on from there', async ({ page }) => {
  await page.goto('/info?failed_deletion');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, 'owner@example.com');
  await page.goto('/user-info?show=account-already-confirmed');
  await page.getByRole('link', { name: 'Go to your hubs' }).click();
  await expect(page).toHaveURL('/settings');
});

test('a page whose code hangs gives way to the card, and can be tried again', async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/assets\/shell\/information\.\w+\.js/, async (route) => {
    await arrived.promise;
    await route.fallback();
  });
  await page.clock.install();
  await page.goto('/build-information', { waitUntil: 'commit' });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    await page.clock.fastForward(5000);
    await expect(again).toBeVisible({ timeout: 500 });
  }).toPass();
  arrived.resolve();
  await again.click();
  await expect(page.getByRole('main').getByText('1.2.115', { exact: true })).toBeVisible();
});
