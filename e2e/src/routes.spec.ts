import type { Page } from '@playwright/test';
import { IS_FULL_RUN } from './support/matrix.ts';
import { expect, startSignedIn, test } from './support/portal.ts';
import { declaredPaths, leadOf, NOWHERE, ROUTES, SCREENS, STAFF } from './support/routes.ts';
import type { RouteRow, VisitorKind } from './support/routes.ts';
import { STAFF_ROLES } from './support/staff-routes.ts';

test.describe.configure({ mode: 'parallel' });

const pathnameOf = (path: string) => path.split('?')[0] ?? '';

/** Waits until the page has replaced its skeleton and has one heading. */
async function expectPage(page: Page): Promise<void> {
  await expect(page.locator('footer')).toBeVisible();
  await expect(page.locator('main[aria-busy="true"], main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

async function expectRoute(page: Page, row: RouteRow, kind: VisitorKind): Promise<void> {
  const { path, access, title } = row;
  const lead = leadOf(row, kind);
  if (access === 'redirect' && !IS_FULL_RUN) {
    // The server's whole answer; the target has a row of its own.
    const first = await page.request.get(path, { maxRedirects: 0 });
    expect([first.status(), first.headers()['location']]).toEqual([302, lead]);
    return;
  }
  const answer = await page.goto(path, { waitUntil: 'commit' });
  const isMissing = path === NOWHERE.path;
  expect(answer?.status()).toBe(isMissing ? 404 : 200);
  const target = lead === 'opens' ? path : lead;
  await expectPage(page);
  await expect(page).toHaveURL(target);
  if (lead === 'opens') await expect(page).toHaveTitle(new RegExp(`^(${title?.replace('?', '\\?')}) – `));
}

test('the table has every route that a part declares, and no other', async () => {
  const listed = new Set(ROUTES.map(({ path, declared }) => declared ?? pathnameOf(path)));
  expect([...listed].toSorted()).toEqual([...(await declaredPaths())].toSorted());
});

function testRoutes(person: string, kind: VisitorKind, routes: readonly RouteRow[], which = 'every route'): void {
  test(`${person} reaches ${which} that is open to them, and is redirected from every other [T051]`, async ({
    page,
    context,
    portal,
  }) => {
    test.setTimeout(180_000);
    await context.addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
    if (person.includes('@')) await startSignedIn(context, portal.url, person);
    for (const row of routes) {
      await test.step(`${row.path} (${row.access}): ${leadOf(row, kind)}`, async () => {
        await expectRoute(page, row, kind);
      });
    }
  });
}

const ALL = [...ROUTES, NOWHERE];

/** The other messages of a path are in information.spec.ts. */
const isFirstOfItsPath = ({ path }: RouteRow) =>
  ALL.find((row) => row.leads.visitor === 'opens' && pathnameOf(row.path) === pathnameOf(path))?.path === path;

// In every run, one visitor of each kind. A path that leads two kinds to the same place is opened by the first kind.
testRoutes(
  'a visitor',
  'visitor',
  ALL.filter((row) => row.leads.visitor !== 'opens' || isFirstOfItsPath(row)),
);
testRoutes(
  'owner@example.com',
  'user',
  [...SCREENS, ...STAFF].filter(({ leads }) => leads.user !== leads.visitor),
  'every screen of users',
);
testRoutes(
  'developer@example.com',
  'developer',
  SCREENS.filter(({ leads }) => leads.developer !== leads.user),
  'every screen of developers',
);
testRoutes(
  'admin@example.com',
  'admin',
  STAFF.filter((row) => leadOf(row, 'admin') === 'opens'),
  'every screen of admins',
);
testRoutes(
  'content@example.com',
  'content',
  STAFF.filter((row) => leadOf(row, 'content') !== leadOf(row, 'admin')),
  'every screen of customer service',
);
test.describe('in the full run', { tag: '@full' }, () => {
  testRoutes('a visitor', 'visitor', ALL);
  // `demo-people.spec.ts` shows in every run what each of the other demo people sees.
  testRoutes('unmigrated@example.com', 'user', ALL);
  testRoutes('developer@example.com', 'developer', ALL);
  for (const role of STAFF_ROLES) testRoutes(`${role}@example.com`, role, ALL);
});
