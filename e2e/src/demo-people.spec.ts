import type { Page } from '@playwright/test';
import { expect, openAs, signIn, test } from './support/portal.ts';
import { STAFF_ROLES, STAFF_ROUTES } from './support/staff-routes.ts';

interface Find {
  /** Opened by the person; without it, they sign in by the form of the identity provider. */
  readonly opens?: string;
  /** The address that it leads to. */
  readonly url: string;
  readonly finds?: (page: Page) => Promise<void>;
}

/** What each role of staff sees: the ways to the pages that it opens, and to no others. */
const STAFF = STAFF_ROLES.map((role): readonly [string, Find] => [
  `${role}@example.com`,
  {
    opens: '/staff',
    url: '/staff',
    finds: async (page) => {
      const open = STAFF_ROUTES.filter(({ roles, declared }) => roles.includes(role) && declared === undefined);
      const ways = page.getByRole('main').locator('a[href^="/staff/"]');
      await expect(ways).toHaveCount(open.length - 1);
      const addresses = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(new Set(['/staff', ...addresses])).toEqual(new Set(open.map(({ path }) => path)));
    },
  },
]);

/** What each demo person sees. */
const PEOPLE: Readonly<Record<string, Find>> = {
  'owner@example.com': {
    url: '/settings',
    finds: async (page) => {
      await expect(page.getByText('6 hubs')).toBeVisible();
      await expect(page.getByRole('switch')).toHaveCount(6);
      for (const type of ['Hub', 'Smartphone hub', 'Rear light']) {
        await expect(page.getByRole('cell', { name: type, exact: true }).first()).toBeVisible();
      }
    },
  },
  'guest@example.com': {
    opens: '/settings',
    url: '/settings',
    finds: async (page) => {
      // The account's language, German, comes before the browser's.
      await expect(page.getByText('2 Hubs')).toBeVisible();
      await expect(page.getByText('Legt der Besitzer fest')).toHaveCount(2);
      await expect(page.getByRole('switch')).toHaveCount(0);
    },
  },
  'empty@example.com': {
    opens: '/settings',
    url: '/settings',
    finds: async (page) => {
      await expect(page.getByRole('table')).toHaveCount(0);
      // The account's language is French. A list that failed to load would have a heading as well, and a notice.
      await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText('Aucun hub pour l’instant');
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  },
  'many@example.com': {
    opens: '/settings',
    url: '/settings',
    finds: async (page) => {
      await expect(page.getByRole('rowheader')).toHaveCount(20);
      // The account's language is Dutch.
      await expect(page.getByText('20 van 200 hubs getoond')).toBeVisible();
      await expect(page.getByRole('searchbox')).toBeVisible();
    },
  },
  'unmigrated@example.com': {
    opens: '/settings',
    url: '/settings',
    finds: async (page) => {
      await expect(page.getByText('Move to the eBike ID')).toBeVisible();
    },
  },
  'unlinked@example.com': {
    url: '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT',
    finds: async (page) => {
      await expect(page.getByRole('alert')).toContainText('This eBike ID is not linked to an account yet');
      await expect(page.getByText('Start the app on your phone')).toBeVisible();
    },
  },
  'developer@example.com': {
    opens: '/developer/signup',
    url: '/developer',
    finds: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  'manager@example.com': { opens: '/developer', url: '/developer/signup' },
  ...Object.fromEntries(STAFF),
};

for (const [person, { opens, url, finds }] of Object.entries(PEOPLE)) {
  test(`${person} sees their own data [T001]`, async ({ page }) => {
    if (opens === undefined) await signIn(page, person);
    else await openAs(page, person, opens);
    await expect(page).toHaveURL(url);
    await finds?.(page);
  });
}
