import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectRunning } from '../support/portal.ts';
import type { Remote, Surface } from './cell.ts';

const firstName = (page: Page) => page.getByRole('textbox', { name: 'First name' });

/** Opens a page and waits until it runs. */
async function open(page: Page, path: string, works: (page: Page) => Promise<void>): Promise<void> {
  await page.goto(path);
  await works(page);
}

interface Screen extends Pick<Surface, 'copyOf' | 'path' | 'chunk' | 'read' | 'works'> {
  /** The link of header or footer that leads to the page. */
  readonly link: (page: Page) => ReturnType<Page['getByRole']>;
  /** A page of another remote, where the navigation starts. */
  readonly from: Remote;
}

const inHeader = (name: string | RegExp) => (page: Page) => page.getByRole('banner').getByRole('link', { name });
const inFooter = (name: string) => (page: Page) => page.getByRole('contentinfo').getByRole('link', { name });

/** The first screen of each remote. */
export const SCREENS: Readonly<Record<Remote, Screen>> = {
  hubs: {
    copyOf: 'owner',
    path: '/settings',
    chunk: 'settings',
    read: 'GET hubs',
    link: inHeader('Manage hubs'),
    from: 'account',
    async works(page) {
      await expect(page.getByRole('switch').first()).toBeVisible();
      await expectRunning(page);
    },
  },
  account: {
    copyOf: 'owner',
    path: '/account',
    chunk: 'account',
    read: 'GET hc-terms-and-conditions/all',
    link: inHeader(/@/),
    from: 'legal',
    async works(page) {
      await expect(firstName(page)).not.toHaveValue('');
      await expect(page.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
    },
  },
  developer: {
    copyOf: 'developer',
    path: '/developer',
    chunk: 'developer',
    link: inHeader('Developer'),
    from: 'legal',
    async works(page) {
      await expect(page.getByRole('main').getByRole('link', { name: 'Kit repository' })).toBeVisible();
    },
  },
  legal: {
    copyOf: 'owner',
    path: '/service-description',
    chunk: 'service-description',
    read: 'GET service-description/url',
    link: inFooter('Service description'),
    from: 'account',
    async works(page) {
      await expect(page.getByRole('article', { name: 'Service description' })).toBeVisible();
      await expectRunning(page);
    },
  },
};

const REMOTES = Object.keys(SCREENS) as Remote[];

const firstPages = REMOTES.map((remote): Surface => {
  const { link: _, from: __, ...screen } = SCREENS[remote];
  return {
    ...screen,
    remote,
    kind: 'first screen',
    approach: async () => {},
    async reach(page) {
      // The page may hang, or load itself again at once; what a person sees is what counts.
      await page.goto(screen.path, { waitUntil: 'commit' }).catch((error: unknown) => {
        if (!String(error).includes('ERR_ABORTED')) throw error;
      });
    },
  };
});

const navigations = REMOTES.map((remote): Surface => {
  const { link, from, ...screen } = SCREENS[remote];
  return {
    ...screen,
    remote,
    kind: 'navigation',
    async approach(page) {
      await open(page, SCREENS[from].path, SCREENS[from].works);
    },
    async reach(page) {
      await link(page).click();
    },
  };
});

/** The main action of each remote. */
const actions: readonly Surface[] = [
  {
    remote: 'hubs',
    kind: 'action',
    copyOf: 'owner',
    path: '/settings',
    chunk: 'settings',
    write: 'PUT hubs/*/settings',
    async approach(page) {
      await open(page, '/settings', SCREENS.hubs.works);
      await expect(sharing(page)).toBeChecked();
    },
    async reach(page) {
      await sharing(page).click();
    },
    async repeat(page) {
      // While the hubs are read again, a press counts for nothing; a person presses once more.
      await expect(async () => {
        if (await sharing(page).isChecked()) await sharing(page).click();
        await expect(sharing(page)).not.toBeChecked({ timeout: 2000 });
      }).toPass();
    },
    // A switch shows what is stored, so that nothing typed can be lost.
    async keepsInput(page) {
      await expect(sharing(page)).toBeChecked();
    },
    async works(page) {
      await expect(sharing(page)).not.toBeChecked();
      await expect(sharing(page)).not.toHaveAttribute('aria-busy');
    },
  },
  {
    remote: 'account',
    kind: 'action',
    copyOf: 'owner',
    path: '/account',
    chunk: 'account',
    write: 'PUT account/general',
    async approach(page) {
      await open(page, '/account', SCREENS.account.works);
      await firstName(page).fill('Anne-Marie');
    },
    async reach(page) {
      await page.getByRole('button', { name: 'Save profile' }).click();
    },
    async repeat(page) {
      await page.getByRole('button', { name: 'Save profile' }).click();
    },
    async keepsInput(page) {
      await expect(firstName(page)).toHaveValue('Anne-Marie');
    },
    async works(page) {
      await expect(page.getByText('Your changes were saved successfully.')).toBeVisible();
    },
  },
  {
    remote: 'developer',
    kind: 'action',
    copyOf: 'owner',
    path: '/developer/signup',
    chunk: 'signup',
    write: 'POST account/developer',
    async approach(page) {
      await page.goto('/developer/signup');
      await page.getByRole('checkbox').check();
      await expect(page.getByRole('button', { name: 'Accept' })).toBeEnabled();
    },
    async reach(page) {
      await page.getByRole('button', { name: 'Accept' }).click();
    },
    async repeat(page) {
      await page.getByRole('button', { name: 'Accept' }).click();
    },
    async keepsInput(page) {
      await expect(page.getByRole('checkbox')).toBeChecked();
    },
    async works(page) {
      await expect(page).toHaveURL('/developer');
      await SCREENS.developer.works(page);
    },
  },
  {
    remote: 'legal',
    kind: 'action',
    copyOf: 'owner',
    path: '/terms',
    chunk: 'pdf-viewer',
    async approach(page) {
      await open(page, '/terms', async () => {
        // The prerendered page has the article, too.
        await expect(page.getByRole('button', { name: 'Show as PDF' })).toBeVisible();
      });
    },
    async reach(page) {
      await page.getByRole('button', { name: 'Show as PDF' }).click();
    },
    async works(page) {
      await expect(
        page.getByRole('region', { name: 'Document: Terms of use' }).locator('canvas').first(),
      ).toBeVisible();
    },
  },
];

function sharing(page: Page) {
  return page.getByRole('switch').first();
}

export const SURFACES: readonly Surface[] = [...firstPages, ...navigations, ...actions];
