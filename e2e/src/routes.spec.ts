import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/portal.ts';
import { declaredPaths, NOWHERE, ROUTES } from './support/routes.ts';
import type { RouteRow, VisitorKind } from './support/routes.ts';

test.describe.configure({ mode: 'parallel' });

/** A visitor and the eight demo people. Whoever has an identity but no account stays a visitor. */
const PEOPLE: Readonly<Record<string, VisitorKind>> = {
  'a visitor': 'visitor',
  'owner@example.com': 'user',
  'guest@example.com': 'user',
  'empty@example.com': 'user',
  'many@example.com': 'user',
  'unmigrated@example.com': 'user',
  'unlinked@example.com': 'visitor',
  'developer@example.com': 'developer',
  'manager@example.com': 'user',
};

const pathnameOf = (path: string) => path.split('?')[0] ?? '';

/** The page is there: no skeleton any more, and its one heading. */
async function expectPage(page: Page): Promise<void> {
  await expect(page.locator('footer')).toBeVisible();
  await expect(page.locator('main[aria-busy="true"], main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

async function expectRoute(page: Page, { path, title, leads }: RouteRow, kind: VisitorKind): Promise<void> {
  const answer = await page.goto(path, { waitUntil: 'commit' });
  const isMissing = path === NOWHERE.path;
  expect(answer?.status()).toBe(isMissing ? 404 : 200);
  const target = leads[kind] === 'opens' ? path : leads[kind];
  await expectPage(page);
  await expect(page).toHaveURL(target);
  if (leads[kind] === 'opens') await expect(page).toHaveTitle(new RegExp(`^(${title?.replace('?', '\\?')}) – `));
}

test('the table has every route that a part declares, and no other', async () => {
  const listed = new Set(ROUTES.map(({ path }) => pathnameOf(path)));
  expect([...listed].toSorted()).toEqual([...(await declaredPaths())].toSorted());
});

for (const [person, kind] of Object.entries(PEOPLE)) {
  test(`${person} gets to every route that is open to them, and is led elsewhere from every other`, async ({
    page,
    context,
    portal,
  }) => {
    test.setTimeout(180_000);
    await context.addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
    if (person.includes('@')) {
      await page.goto('/login');
      await signIn(page, person);
    }
    for (const row of [...ROUTES, NOWHERE]) {
      await test.step(`${row.path} (${row.access}): ${row.leads[kind]}`, async () => {
        await expectRoute(page, row, kind);
      });
    }
  });
}
