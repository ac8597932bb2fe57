import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { clearFaults, FAILURES, MALFORMED, setFault } from './support/faults.ts';
import type { Failure } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { BOTH_RUNS } from './support/matrix.ts';
import { closeFailureNotice, expect, openAs, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** The specification's error texts, in the two languages that these tests read. */
const LANGUAGES = [
  {
    locale: 'en',
    greeting: /^Hello, /,
    generic: 'It seems something went wrong.',
    notLinked: 'Start the app on your phone and sign in there first',
    listFailed: 'Your hubs could not be loaded',
    forbidden: 'Please contact the cloud team to change your permissions.',
    notFound: 'There is no page at this address.',
    offline: 'You are offline',
    release: { open: 'Release', act: 'Release hub' },
    request: { open: 'Ask for release', act: 'Ask for release' },
    trouble: 'You do not need to sign in again',
    tryAgain: 'Try again',
  },
  {
    locale: 'de',
    greeting: /^Hallo/,
    generic: 'Es scheint als ob da etwas schief gelaufen ist.',
    notLinked: 'Starten Sie die App auf Ihrem Smartphone',
    listFailed: 'Ihre Hubs konnten nicht geladen werden',
    forbidden: 'Bitte wenden Sie sich an das Cloud-Team',
    notFound: 'Unter dieser Adresse gibt es keine Seite.',
    offline: 'offline',
    release: { open: 'Abgeben', act: 'Hub abgeben' },
    request: { open: 'Um Abgabe bitten', act: 'Um Abgabe bitten' },
    trouble: 'Sie müssen sich nicht neu anmelden',
    tryAgain: 'Noch einmal versuchen',
  },
] as const;

/** Trouble while a page opens: at the server, on the way, or in the answer. */
const TROUBLE: readonly Failure[] = [{ status: 500 }, { drop: true }, ...MALFORMED];

/** German has one failure of each kind, in the full run: the behaviour is the same in every language. */
const IN_GERMAN: readonly Failure[] = [{ status: 503 }];

interface Visit {
  readonly page: Page;
  readonly portal: { readonly url: string; readonly backendUrl: string };
}

/** Signs in somebody of this test's own, who has no language but the browser's. */
async function signInAs(copyOf: 'owner' | 'guest', { page, portal }: Visit): Promise<string> {
  const { email } = await createPerson(portal.backendUrl, 'failures', copyOf, { language: null });
  await startSignedIn(page.context(), portal.url, email);
  return email;
}

/** Signs in somebody of this test's own, and waits for the hubs. */
async function enter(copyOf: 'owner' | 'guest', visit: Visit): Promise<string> {
  const email = await signInAs(copyOf, visit);
  await visit.page.goto('/settings');
  await expect(visit.page.getByRole('rowheader').first()).toBeVisible();
  return email;
}

/** The two acts on a hub that ask first, with who does them and by which call. */
const HUB_ACTS = [
  { what: 'a release by the owner', act: 'release', copyOf: 'owner', call: 'DELETE hubs/*/authorization' },
  { what: 'a request by a guest', act: 'request', copyOf: 'guest', call: 'GET hubs/*/release' },
] as const;

for (const words of LANGUAGES) {
  test.describe(`read in ${words.locale}`, () => {
    test.use({ locale: words.locale });
    const isGerman = words.locale === 'de';
    const tag = isGerman ? ['@full'] : [];
    const failures = isGerman ? IN_GERMAN : FAILURES;
    const trouble = isGerman ? IN_GERMAN : TROUBLE;

    test('an identity without an account, or an unknown key, is explained [T039]', { tag }, async ({ page }) => {
      await page.goto('/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT');
      await expect(page.getByRole('alert')).toContainText(words.notLinked);
      await page.goto('/login?title=SOMETHING_ELSE');
      await expect(page.getByRole('alert')).toContainText(words.generic);
    });

    // The notice, word for word in both languages, in every run.
    const bothLanguages = isGerman ? [] : BOTH_RUNS;
    test(
      'a change of sharing that is refused or never answered is undone [T251]',
      { tag: bothLanguages },
      async ({ page, portal }) => {
        const errors = watch(page);
        const email = await enter('owner', { page, portal });
        const sharing = page.getByRole('switch').first();
        const before = await sharing.isChecked();
        const hubs = await page.getByRole('rowheader').allTextContents();
        for (const failure of failures) {
          await test.step(JSON.stringify(failure), async () => {
            await setFault(portal.backendUrl, { call: 'PUT hubs/*/settings', email, ...failure });
            await sharing.click();
            await closeFailureNotice(page, words.generic);
            await expect(sharing).toBeChecked({ checked: before });
            await expect(page.getByRole('rowheader')).toHaveText(hubs);
            await clearFaults(portal.backendUrl, email);
          });
        }
        await sharing.click();
        await expect(sharing).toBeChecked({ checked: !before });
        expect(errors).toEqual([]);
      },
    );

    test(
      'a serial that is not numeric is refused without a call [T199]',
      { tag },
      async ({ page, portal: { backendUrl } }) => {
        const serial = `letters-${randomUUID().slice(0, 8)}`;
        const hubs = [{ serial, sharingMode: 'off' }] as const;
        const { email } = await createPerson(backendUrl, 'failures', 'owner', { language: null }, hubs);
        const changes: string[] = [];
        page.on('request', (request) => {
          if (request.method() === 'PUT' && request.url().includes('/hubs/')) changes.push(request.url());
        });
        await openAs(page, email);
        await page.getByRole('switch').click();
        await closeFailureNotice(page, words.generic);
        await expect(page.getByRole('switch')).toBeChecked({ checked: false });
        expect(changes).toEqual([]);
      },
    );

    for (const { what, act, copyOf, call } of HUB_ACTS) {
      const runs = isGerman ? tag : BOTH_RUNS;
      test(
        `${what} that is refused or never answered keeps the hub [T252]`,
        { tag: runs },
        async ({ page, portal }) => {
          const errors = watch(page);
          const { open, act: confirm } = words[act];
          const email = await enter(copyOf, { page, portal });
          const hubs = page.getByRole('rowheader');
          const before = await hubs.allTextContents();
          for (const failure of failures) {
            await test.step(JSON.stringify(failure), async () => {
              await setFault(portal.backendUrl, { call, email, ...failure });
              const row = page.getByRole('rowgroup').filter({ has: hubs.first() });
              // The name of this button continues with the hub's number.
              const trigger = row.getByRole('button', { name: open }).first();
              await trigger.click();
              await page.getByRole('button', { name: confirm, exact: true }).click();
              await closeFailureNotice(page, words.generic);
              await expect(trigger).toBeVisible();
              expect(await hubs.allTextContents()).toEqual(before);
              await clearFaults(portal.backendUrl, email);
            });
          }
          await page.reload();
          await expect(hubs).toHaveText(before);
          expect(errors).toEqual([]);
        },
      );
    }

    test('a server that fails at the start requires no new sign-in', { tag }, async ({ page, context, portal }) => {
      const errors = watch(page);
      const email = await signInAs('owner', { page, portal });
      for (const failure of trouble) {
        await test.step(JSON.stringify(failure), async () => {
          await setFault(portal.backendUrl, { call: 'GET account/', email, ...failure });
          await page.goto('/settings');
          const alert = page.getByRole('alert').filter({ hasText: words.trouble });
          await expect(alert).toContainText(words.generic);
          const cookies = await context.cookies();
          expect(cookies.filter(({ name }) => name.endsWith('_token'))).toHaveLength(2);
          await clearFaults(portal.backendUrl, email);
          await alert.getByRole('button', { name: words.tryAgain }).click();
          await expect(page).toHaveURL('/settings');
          await expect(page.getByRole('rowheader').first()).toBeVisible();
        });
      }
      expect(errors).toEqual([]);
    });

    test('a list of hubs that fails to load is loaded by "Try again"', { tag }, async ({ page, portal }) => {
      const errors = watch(page);
      const email = await signInAs('owner', { page, portal });
      for (const failure of trouble) {
        await test.step(JSON.stringify(failure), async () => {
          await setFault(portal.backendUrl, { call: 'GET hubs', email, ...failure });
          await page.goto('/settings');
          await expect(page.getByRole('heading', { level: 1, name: words.greeting })).toBeVisible();
          await expect(page.getByText(words.listFailed)).toBeVisible();
          await expect(page.getByRole('alert').filter({ hasText: words.generic })).toBeVisible();
          await clearFaults(portal.backendUrl, email);
          await page.getByRole('button', { name: words.tryAgain }).click();
          await expect(page.getByRole('rowheader').first()).toBeVisible();
        });
      }
      expect(errors).toEqual([]);
    });

    test(
      'a forbidden call shows the 403 page, an unknown path the 404 page [T075]',
      { tag },
      async ({ page, portal }) => {
        const email = await signInAs('owner', { page, portal });
        await setFault(portal.backendUrl, { call: 'GET hubs', email, status: 403 });
        await page.goto('/settings');
        await expect(page).toHaveURL('/forbidden');
        await expect(page.getByRole('main')).toContainText(words.forbidden);
        const answer = await page.goto('/no/such/page');
        expect(answer?.status()).toBe(404);
        await expect(page.getByRole('main')).toContainText(words.notFound);
        expect((await page.goto('/404.html'))?.ok()).toBe(true);
        await expect(page.getByRole('main')).toContainText(words.notFound);
      },
    );

    test('a message reports a lost network until it is back', { tag }, async ({ page, context }) => {
      await openAs(page, 'owner@example.com');
      await expect(page.getByRole('switch').first()).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(words.offline)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(words.offline)).toHaveCount(0);
    });
  });
}
