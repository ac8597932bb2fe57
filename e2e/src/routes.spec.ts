import type { Page } from '@playwright/test';
import { expect, startSignedIn, test } from './support/portal.ts';
import { declaredPaths, getLead, NOWHERE, toPathname, ROUTES, SCREENS, STAFF } from './support/routes.ts';
import type { RouteRow, VisitorKind } from './support/routes.ts';
import { STAFF_ROLES } from './support/staff-routes.ts';

test.describe.configure({ mode: 'parallel' });

/** Waits until the page has replaced its skeleton and has one heading. */
async function expectPage(page: Page): Promise<void> {
  await expect(page.locator('footer')).toBeVisible();
  await expect(page.locator('main[aria-busy="true"], main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

async function expectRoute(page: Page, row: RouteRow, kind: VisitorKind): Promise<void> {
  const { path, access, title } = row;
  const lead = getLead(row, kind);
  if (access === 'redirect') {
    // The server's whole answer; the target has a row of its own.
    const first = await page.request.get(path, { maxRedirects: 0 });
    expect([first.status(), first.headers()['location']]).toEqual([302, lead]);
    return;
  }
  const answer = await page.goto(path, { waitUntil: 'commit' });
  expect(answer?.status()).toBe(path === NOWHERE.path ? 404 : 200);
  await expectPage(page);
  await expect(page).toHaveURL(lead === 'opens' ? path : lead);
  if (lead === 'opens') await expect(page).toHaveTitle(new RegExp(`^(${title?.replace('?', '\\?')}) – `));
}

test('the table has every route that a part declares, and no other', () => {
  const listed = new Set(ROUTES.map(({ path, declared }) => declared ?? toPathname(path)));
  expect([...listed].toSorted()).toEqual([...declaredPaths()].toSorted());
});

const ALL = [...ROUTES, NOWHERE];

/** One visitor of each kind. A path that leads two kinds to the same place is opened by the first kind. */
const VISITS: readonly (readonly [person: string, kind: VisitorKind, routes: readonly RouteRow[]])[] = [
  ['a visitor', 'visitor', ALL],
  ['owner@example.com', 'user', [...SCREENS, ...STAFF].filter(({ leads }) => leads.user !== leads.visitor)],
  ['developer@example.com', 'developer', SCREENS.filter(({ leads }) => leads.developer !== leads.user)],
  ...STAFF_ROLES.map(
    (role) => [`${role}@example.com`, role, [...SCREENS.filter(({ leads }) => role in leads), ...STAFF]] as const,
  ),
];

test.describe('of the routes, those open that are for somebody, and every other redirects [T051]', () => {
  for (const [person, kind, routes] of VISITS)
    test(person, async ({ page, context, portal }) => {
      test.setTimeout(180_000);
      await context.addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
      if (person.includes('@')) await startSignedIn(context, portal.url, person);
      for (const row of routes) {
        await test.step(`${row.path} (${row.access}): ${getLead(row, kind)}`, async () => {
          await expectRoute(page, row, kind);
        });
      }
    });
});

test('guards lead each kind of visitor where they belong', { tag: '@journey' }, async ({ page, context, portal }) => {
  await context.addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
  for (const [person, kind] of [
    ['', 'visitor'],
    ['owner@example.com', 'user'],
    ['content@example.com', 'content'],
  ] as const) {
    if (person) await startSignedIn(context, portal.url, person);
    for (const path of ['/account', '/developer', '/staff/journal', '/staff/oems']) {
      const row = ROUTES.find((each) => each.path === path);
      if (row) await expectRoute(page, row, kind);
    }
  }
});
