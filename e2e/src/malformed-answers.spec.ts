import { createPerson } from './support/backend.ts';
import { setFault } from './support/faults.ts';
import { answerWith, GENERIC, NO_ENVELOPES, watch, WAYS } from './support/malformed.ts';
import { BOTH_RUNS } from './support/matrix.ts';
import { closeFailureNotice, expect, openAs, startSignedIn, test } from './support/portal.ts';

// failures.spec.ts tries two malformed answers per call in every run.
test.describe('a malformed answer', () => {
  test.beforeEach(async ({ page }) => {
    test.slow();
    await openAs(page, 'owner@example.com');
    await expect(page.getByRole('switch').first()).toBeVisible();
  });

  test(
    'to the first read of the account shows the failure, keeps the tokens, and trying again helps',
    { tag: '@full' },
    async ({ page, context }) => {
      const errors = watch(page);
      for (const [way, answer] of Object.entries(WAYS)) {
        await test.step(way, async () => {
          await answerWith(page, 'GET', /\/api\/account\/$/, answer);
          await page.goto('/settings');
          await expect(page.getByRole('alert')).toContainText(GENERIC);
          expect((await context.cookies()).filter(({ name }) => name.endsWith('_token'))).toHaveLength(2);
          await page.unrouteAll();
          await page.getByRole('button', { name: 'Try again' }).click();
          await expect(page.getByRole('switch').first()).toBeVisible();
        });
      }
      expect(errors).toEqual([]);
    },
  );

  test(
    'to the list of hubs shows the failure in its place, and trying again helps',
    { tag: '@full' },
    async ({ page }) => {
      const errors = watch(page);
      for (const [way, answer] of Object.entries(WAYS)) {
        await test.step(way, async () => {
          await answerWith(page, 'GET', /\/api\/hubs$/, answer);
          await page.goto('/settings');
          await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
          await expect(page.getByText('Your hubs could not be loaded')).toBeVisible();
          await expect(page.getByRole('alert').filter({ hasText: GENERIC })).toBeVisible();
          await page.unrouteAll();
          await page.getByRole('button', { name: 'Try again' }).click();
          await expect(page.getByRole('switch').first()).toBeVisible();
        });
      }
      expect(errors).toEqual([]);
    },
  );

  test(
    'to a change of sharing raises the notice, and the switch stays as it was',
    { tag: '@full' },
    async ({ page }) => {
      const errors = watch(page);
      const sharing = page.getByRole('switch').first();
      const before = await sharing.isChecked();
      const rows = await page.getByRole('rowheader').count();
      for (const [way, answer] of Object.entries(NO_ENVELOPES)) {
        await test.step(way, async () => {
          await answerWith(page, 'PUT', /\/api\/hubs\/[^/]+\/settings$/, answer);
          await sharing.click();
          await closeFailureNotice(page, GENERIC);
          await expect(sharing).toBeChecked({ checked: before });
          await expect(page.getByRole('rowheader')).toHaveCount(rows);
          await page.unrouteAll();
        });
      }
      expect(errors).toEqual([]);
    },
  );

  test(
    'to a release or a request for it raises the notice, and the row stays as it was',
    { tag: '@full' },
    async ({ page, portal, context }) => {
      const errors = watch(page);
      await context.addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
      const asked = [
        {
          person: 'owner@example.com',
          method: 'DELETE',
          path: /\/api\/hubs\/[^/]+\/authorization$/,
          ways: WAYS,
          opens: /^Release hub \d/,
          act: 'Release hub',
        },
        {
          person: 'guest@example.com',
          method: 'GET',
          path: /\/api\/hubs\/[^/]+\/release$/,
          ways: NO_ENVELOPES,
          opens: /^Ask for release of hub/,
          act: 'Ask for release',
        },
      ];
      for (const { person, method, path, ways, opens, act } of asked) {
        await openAs(page, person);
        const triggers = page.getByRole('button', { name: opens });
        await expect(triggers.first()).toBeVisible();
        const rows = await page.getByRole('rowheader').count();
        for (const [way, answer] of Object.entries(ways)) {
          await test.step(`${method}: ${way}`, async () => {
            await answerWith(page, method, path, answer);
            await triggers.first().click();
            await page.getByRole('button', { name: act, exact: true }).click();
            await closeFailureNotice(page, GENERIC);
            await expect(page.getByRole('rowheader')).toHaveCount(rows);
            await expect(triggers).toHaveCount(rows);
            await page.unrouteAll();
          });
        }
      }
      expect(errors).toEqual([]);
    },
  );
});

test.describe('a malformed answer', { tag: BOTH_RUNS }, () => {
  test.beforeEach(() => test.slow());

  test('to "seen today" is ignored, and one to a log-out still logs out', async ({ page, context, portal }) => {
    const errors = watch(page);
    for (const [way, answer] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        await answerWith(page, 'PUT', /\/api\/account\/lastseen$/, answer);
        await answerWith(page, 'GET', /\/api\/account\/logout$/, answer);
        // A new person has not been seen today.
        const { email } = await createPerson(portal.backendUrl, 'malformed', 'owner');
        await startSignedIn(context, portal.url, email);
        const seen = page.waitForResponse(/\/api\/account\/lastseen$/);
        await page.goto('/settings');
        await seen;
        await expect(page.getByRole('switch').first()).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(0);
        await page.getByRole('button', { name: 'Log out' }).click();
        await expect(page).toHaveURL('/login');
        expect((await context.cookies()).filter(({ name }) => name.endsWith('_token'))).toEqual([]);
        await page.unrouteAll();
      });
    }
    expect(errors).toEqual([]);
  });

  test('to a refresh keeps the tokens and asks to try again', async ({ page, context, portal }) => {
    const errors = watch(page);
    await startSignedIn(context, portal.url, 'owner@example.com');
    for (const [way, answer] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        const cookies = await context.cookies();
        const access = cookies.filter(({ name }) => name === 'access_token');
        await context.addCookies(access.map((cookie) => ({ ...cookie, value: 'no-longer-known' })));
        await answerWith(page, 'POST', /\/api\/user\/getTokens$/, answer);
        await page.goto('/settings');
        await expect(page.getByRole('alert')).toContainText(GENERIC);
        expect((await context.cookies()).filter(({ name }) => name.endsWith('_token'))).toHaveLength(2);
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByRole('switch').first()).toBeVisible();
      });
    }
    expect(errors).toEqual([]);
  });
});

test('unknown fields of an answer are ignored, `__proto__` among them [T425]', async ({
  page,
  context,
  portal: { url, backendUrl },
}) => {
  const errors = watch(page);
  const { email, hubs } = await createPerson(backendUrl, 'malformed', 'owner');
  await startSignedIn(context, url, email);
  for (const body of ['extra-fields', 'proto'] as const) {
    await setFault(backendUrl, { call: 'GET account/', email, body, times: 1 });
    await setFault(backendUrl, { call: 'GET hubs', email, body, times: 1 });
    await page.goto('/settings');
    await expect(page.getByRole('rowheader')).toHaveCount(hubs.length);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  // The `__proto__` of the second body claims the role of a developer.
  await setFault(backendUrl, { call: 'GET account/', email, body: 'proto', times: 1 });
  await page.goto('/developer');
  await expect(page).toHaveURL('/developer/signup');
  expect(errors).toEqual([]);
});
