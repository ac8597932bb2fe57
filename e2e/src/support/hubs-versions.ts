import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { copySources } from '../../../scripts/testing/source-copy.ts';
import { releaseCommand } from './parts.ts';
import type { PortalProcess } from './portal-process.ts';
import { greets, signIn } from './portal.ts';

/** One file of `mfe-hubs`, and what becomes of it. */
type Edit = readonly [file: string, from: string | RegExp, to: string];

/** A version of `mfe-hubs` as a team would make it: built from sources of its own. */
export interface HubsVersion {
  readonly version: string;
  /** What it says in place of "Hello". */
  readonly greeting: string;
  /** Further changes, in `mfe-hubs/src`. */
  readonly edits?: readonly Edit[];
}

/** Builds the versions from copies of the sources, and puts them into the portal's store. */
export async function publishHubs(portal: PortalProcess, versions: readonly HubsVersion[]): Promise<void> {
  for (const { version, greeting, edits = [] } of versions) {
    const sources = await copySources();
    const all: readonly Edit[] = [
      ['package.json', /"version": "[^"]+"/, `"version": "${version}"`],
      ['src/locales/en.json', 'Hello, {{firstName}}', `${greeting}, {{firstName}}`],
      // A page and a style sheet of its own too.
      ['src/pages/settings-page.tsx', '<PageBody stacked>', `<PageBody stacked data-version="${version}">`],
      ['src/features/hubs/hubs-head.css', 'inline-size: 20rem', `inline-size: ${version.split('.')[1] ?? '1'}9rem`],
      ...edits,
    ];
    for (const [file, from, to] of all) {
      await sources.edit(`mfe-hubs/${file}`, (text) => {
        const changed = text.replace(from, to);
        if (changed === text) throw new Error(`mfe-hubs/${file} has no ${String(from)}`);
        return changed;
      });
    }
    const build = await sources.build('mfe-hubs');
    await releaseCommand(portal.stateFolder, 'publish', build);
    await sources.remove();
  }
}

/** Runs a release command that changes what is live, and waits until the web server serves it. */
export async function release(portal: PortalProcess, ...words: string[]): Promise<number> {
  await releaseCommand(portal.stateFolder, ...words, '--reason', 'A test of the run time');
  const status = await releaseCommand(portal.stateFolder, 'status');
  const number = Number(/release (\d+)/i.exec(status)?.[1]);
  await expect(async () => {
    const answer: unknown = await (await fetch(`${portal.url}/release.json`)).json();
    expect(answer).toMatchObject({ number });
  }).toPass();
  return number;
}

/** Signs the owner in, for whole contexts to begin with; `look` sees the page of hubs that the sign-in led to. */
export async function signedInState(
  browser: Browser,
  portal: PortalProcess,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const page = await browser.newPage({ locale: 'en', baseURL: portal.url });
  await signIn(page, 'owner@example.com');
  await greets(page, 'Hello');
  await look(page);
  const state = await page.context().storageState();
  await page.close();
  return state;
}

/** Goes to another page of the portal inside the open page, as a link of a remote would. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** The version of `mfe-hubs` that runs in the open page: the page asks the code itself. */
export async function runningHubs(page: Page): Promise<string> {
  await goWithin(page, '/build-information');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Manage hubs' }) });
  const version = await row.getByRole('cell').first().textContent();
  return version ?? '';
}
