import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errors, request } from '@playwright/test';
import type { APIRequestContext, BrowserContext, Cookie, Page } from '@playwright/test';
import type axe from 'axe-core';
import { listParts } from '../../../scripts/start/parts.ts';
import { startWebServer } from './portal-process.ts';
import type { PortalProcess } from './portal-process.ts';
import { release } from './releases.ts';
import { publishWithOriginalRunTime } from './versions.ts';
import { expect, test as base } from './watched-test.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Password of the demo people. */
const PASSWORD = 'ebike-demo-1';

/** Every rule of WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const WCAG_A_AND_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface WorkerFixtures {
  /** The run time of the parts: the portal's own, or the original one of the federation plugin (ADR 2). */
  runTime: 'own' | 'enhanced';
  portal: Pick<PortalProcess, 'url' | 'backendUrl'>;
}

/** Playwright's `test`, against the portal that the tests share. */
export const test = base.extend<object, WorkerFixtures>({
  runTime: ['own', { option: true, scope: 'worker' }],
  portal: [
    async ({ runTime }, use) => {
      const { BASE_URL, BACKEND_URL } = process.env;
      if (!BASE_URL) throw new Error('BASE_URL is not set; run the tests with e2e/playwright.config.ts.');
      const backendUrl = BACKEND_URL ?? 'http://localhost:4100';
      if (runTime === 'own') {
        await use({ url: BASE_URL, backendUrl });
        return;
      }
      const server = await startWebServer();
      const versions = await publishWithOriginalRunTime(server.stateFolder, listParts(ROOT));
      await release(server, 'promote', ...versions);
      await use({ url: server.url, backendUrl });
      await server.stop();
    },
    { scope: 'worker', timeout: 360_000 },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.url);
  },
});

export { expect };

/** The generic notice, and that of a change that was saved (specification, section 8). */
export const GENERIC = 'It seems something went wrong.';
export const SAVED = 'Your changes were saved successfully.';

/**
 * Signs in through the identity provider's own form and returns when the browser is back at the portal. Starts on the
 * open sign-in page, which keeps its target, or else opens that of the open portal, which may be another than the one
 * that the tests share. A provider that still has a session of this person shows no form.
 */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  // The one link to the identity provider, whatever the language calls it.
  const action = page.locator('a[href*="/user/weblogin"]');
  const open = page.url();
  if (open === 'about:blank') await page.goto('/login');
  else if (new URL(open).pathname !== '/login') await page.goto(new URL('/login', open).href);
  const { origin } = new URL(page.url());
  await expectRunning(page);
  await action.click();
  await page.waitForURL((url) => url.origin !== origin || url.pathname !== '/login');
  if (new URL(page.url()).origin === origin) return;
  // The form speaks the language of the portal.
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('[name="password"]').press('Enter');
  await page.waitForURL((url) => url.origin === origin);
}

/** By origin; every portal of a worker has the same API at the same origin. */
const apis = new Map<string, string>();

/** The API's base address. */
async function readApi(caller: APIRequestContext, origin: string): Promise<string> {
  const known = apis.get(origin);
  if (known !== undefined) return known;
  // The tests' own portal; its configuration is trusted here.
  const { apiBaseUrl } = (await (await caller.get(`${origin}/config.json`)).json()) as { readonly apiBaseUrl: string };
  apis.set(origin, apiBaseUrl);
  return apiBaseUrl;
}

/** Signs a person in to the portal at `url` with the requests that the identity provider's form would send. */
async function requestSession(caller: APIRequestContext, url: string, email: string): Promise<void> {
  const { origin } = new URL(url);
  const ways = new URLSearchParams({ returnTo: `${origin}/welcome`, redirectUri: `${origin}/login` });
  const form = await caller.get(`${await readApi(caller, origin)}user/weblogin/?${ways.toString()}`);
  const [, action] = /<form method="post" action="([^"]+)"/.exec(await form.text()) ?? [];
  if (action === undefined)
    throw new Error(`The identity provider shows no form for ${email}; it answered ${form.url()}.`);
  const answer = await caller.post(new URL(action, form.url()).href, { form: { email, password: PASSWORD } });
  if (!answer.url().startsWith(`${origin}/welcome`))
    throw new Error(`${email} is not signed in, but at ${answer.url()}.`);
}

/**
 * Signs a person in without opening a page: for tests of what comes after. An earlier user of this browser is signed
 * out.
 */
export async function startSignedIn(context: BrowserContext, url: string, email: string): Promise<void> {
  await context.clearCookies({ name: /^(?!portal_)/ });
  await requestSession(context.request, url, email);
}

/** The cookies of a person who has signed in, for a browser that Playwright does not drive. */
export async function signedInCookies(
  url: string,
  email: string,
): Promise<readonly Pick<Cookie, 'name' | 'value' | 'domain' | 'path'>[]> {
  const context = await request.newContext();
  await requestSession(context, url, email);
  const { cookies } = await context.storageState();
  await context.dispose();
  return cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path }));
}

/** The page runs: what was prerendered, on which presses and the focus may be lost, has gone. */
export async function expectRunning(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('#prerendered')).toHaveCount(0);
}

/** Opens a page of the portal as a person who has signed in, and waits until the page runs. */
export async function openAs(page: Page, email: string, path = '/settings'): Promise<void> {
  // A relative address is one of the portal that the test is about.
  const { url } =
    page.url() === 'about:blank' ? { url: (await page.request.get('/config.json')).url() } : { url: page.url() };
  await startSignedIn(page.context(), url, email);
  await page.goto(new URL(path, url).href);
  await expectRunning(page);
}

/** Waits for the notice of a failure and closes it, so that the next one is seen to be new. */
export async function closeFailureNotice(page: Page, words = GENERIC): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: words });
  await expect(notice).toBeVisible();
  // On a busy machine the notice may be gone before the click.
  await notice
    .getByRole('button')
    .click({ timeout: 5000 })
    .catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
  await expect(notice).toHaveCount(0);
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** The minified build: it loads in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Once for each document that the page shows: loading axe takes several times as long as running it. */
async function putAxeInto(page: Page): Promise<void> {
  // A frame may load or disappear meanwhile.
  await expect(async () => {
    for (const frame of page.frames()) {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
    }
  }).toPass({ timeout: 10_000 });
}

/** Fails with one line for each element that breaks a rule of WCAG, levels A and AA. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await putAxeInto(page);
  const { violations } = await page.evaluate(
    async (tags) => await window.axe.run({ runOnly: tags, resultTypes: ['violations'] }),
    WCAG_A_AND_AA,
  );
  const lines = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
  expect(lines).toEqual([]);
}

/** Sets the theme of the open page, and waits until all colours have changed. */
export async function useTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    // Only transitions: the animation of a notice pauses while the pointer is on it.
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(async ({ finished }) => await finished));
  });
}
