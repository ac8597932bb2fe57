import { expect } from '@playwright/test';
import type { KillableServers } from '../support/killable-portal.ts';
import { liveFiles, publishNext } from '../support/next-version.ts';
import { readDescriptor } from '../support/part-files.ts';
import { release } from '../support/releases.ts';
import { intercept } from './cell.ts';
import type { Cell, Expectation, Fault, Remote, Surface } from './cell.ts';
import { ACCOUNT_UNKNOWN, PAGE_ERROR, PDF_AS_TEXT, READ_FAILED, UNHARMED, UNKNOWN_OUTCOME } from './expectations.ts';
import { SCREENS } from './surfaces.ts';

function getServers({ servers }: Cell): KillableServers {
  if (!servers) throw new Error('This cell has no servers of its own');
  return servers;
}

/** Nothing that needs the server works, on no page. */
const everywhere = (expectation: Expectation): Expectation => ({ ...expectation, restWorks: false });
/** The server is not needed. */
const UNNEEDED: Expectation = { ...everywhere(UNHARMED), keepsInput: false };

/** Whether the action or link leads to a page of the header, which an idle tab has fetched already. */
const leadsToHeader = ({ kind, remote }: Surface): boolean =>
  (kind === 'navigation' && remote === 'hubs') || (kind === 'action' && remote === 'developer');

const WITHOUT_WEB_SERVER = (surface: Surface): Expectation => {
  if (leadsToHeader(surface)) return UNNEEDED;
  if (surface.kind !== 'action') return everywhere(PAGE_ERROR);
  return surface.remote === 'legal' ? everywhere(PDF_AS_TEXT) : UNNEEDED;
};

/** Waits until the tab has every file of a remote's first screen. */
export async function waitForFiles({ page, portal }: Cell, remote: Remote): Promise<void> {
  const part = `mfe-${remote}`;
  const { remote: own, pages, locales } = await readDescriptor(portal.url, part);
  const files = [own?.entry, ...(pages[SCREENS[remote].chunk] ?? []), ...(locales['en'] ?? [])];
  const needed = [...files, ...(own?.styles ?? []).map(({ file }) => file)].map((file) => `/assets/${part}/${file}`);
  const fetched = async () =>
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await expect.poll(fetched).toEqual(expect.arrayContaining(needed));
}

const WEB_SERVER: Fault = {
  name: 'web server, killed and back',
  ownServers: true,
  // What follows for the other remotes are the ways of file-faults.ts; the actions of hubs and account need no file.
  applies: (surface) =>
    surface.remote === 'hubs' ||
    leadsToHeader(surface) ||
    (surface.remote === 'legal' && surface.kind !== 'first screen'),
  expects: WITHOUT_WEB_SERVER,
  async begin(cell, surface) {
    const { webServer } = getServers(cell);
    if (surface.kind === 'first screen')
      // The shell runs, and the remote has not come.
      await intercept(cell, new RegExp(`/assets/mfe-${surface.remote}/entry\\.`), async (route) => {
        await cell.page.getByRole('contentinfo').waitFor();
        await webServer.kill();
        await route.continue();
      });
    else {
      if (leadsToHeader(surface)) await waitForFiles(cell, surface.remote);
      await webServer.kill();
      cell.met += 1;
    }
  },
  async end(cell) {
    await cell.page.unrouteAll({ behavior: 'wait' });
    await getServers(cell).webServer.start();
  },
};

const WITHOUT_API: Readonly<Record<Surface['kind'], Expectation>> = {
  'first screen': ACCOUNT_UNKNOWN,
  navigation: everywhere(READ_FAILED('Your hubs could not be loaded')),
  action: UNKNOWN_OUTCOME,
};

const API: Fault = {
  name: 'API, killed and back',
  ownServers: true,
  // What follows for the other remotes are the ways of api-faults.ts.
  applies: ({ remote }) => remote === 'hubs',
  expects: ({ kind }) => WITHOUT_API[kind],
  async begin(cell) {
    await getServers(cell).backend.kill();
    cell.met += 1;
  },
  async end(cell) {
    await getServers(cell).backend.start();
  },
};

/** The page runs the newest version, and shows nothing of how it came to that. */
const MOVED: Expectation = {
  ...UNHARMED,
  async sees(cell, surface) {
    const part = `mfe-${surface.remote}`;
    const newest = await liveFiles(cell.portal.stateFolder, part);
    const entry = `/assets/${part}/${newest.find((name) => name.startsWith('entry.')) ?? 'none'}`;
    const isLoaded = (path: string) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(path));
    await expect(async () => expect(await cell.page.evaluate(isLoaded, entry)).toBe(true)).toPass();
    await UNHARMED.sees(cell, surface);
  },
};

/** The PDF's code is gone with the old version: the tab moves, and the PDF is one press away again. */
const MOVED_BEFORE_PDF: Expectation = {
  ...MOVED,
  restWorks: false,
  async sees(cell, surface) {
    const { page } = cell;
    await expect(async () => {
      const button = page.getByRole('button', { name: 'Show as PDF' });
      if (await button.isVisible()) await button.click();
      await expect(page.locator('canvas').first()).toBeVisible({ timeout: 3000 });
    }).toPass();
    await MOVED.sees(cell, surface);
  },
};

const ASLEEP: Fault = {
  name: 'tab, asleep over two releases',
  ownServers: true,
  applies: ({ kind }) => kind !== 'first screen',
  expects: ({ kind, remote }) => (kind === 'navigation' ? MOVED : remote === 'legal' ? MOVED_BEFORE_PDF : UNHARMED),
  async begin(cell, { remote }) {
    const { portal } = cell;
    const part = `mfe-${remote}`;
    const old = await liveFiles(portal.stateFolder, part);
    for (let count = 0; count < 2; count += 1)
      await release(portal, 'promote', `${part}@${await publishNext(portal.stateFolder, part)}`);
    const kept = await liveFiles(portal.stateFolder, part);
    // What `npm run release -- store prune` removes after 30 days.
    for (const file of old.filter((name) => !kept.includes(name)))
      await cell.page.route(
        `**/assets/${part}/${file}`,
        async (route) => await route.fulfill({ status: 404, body: '' }),
      );
    cell.met += 1;
  },
  end: async ({ page }) => await page.unrouteAll(),
};

export const SERVER_FAULTS: readonly Fault[] = [WEB_SERVER, API, ASLEEP];
