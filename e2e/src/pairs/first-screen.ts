import type { Browser, BrowserContext, Page } from 'playwright';
import { errors } from 'playwright';
import { startSignedIn } from '../support/portal.ts';
import type { Servers } from './servers.ts';

/** Who may enter, as a remote declares it. */
type Access = 'open' | 'signedIn' | { readonly role: string } | { readonly signedInWithout: string };

/** A screen to open, in the release that has this number. */
export interface FirstScreen {
  readonly release: number;
  readonly path: string;
  readonly access: Access;
  /** The title of its document, in each language, without the portal's name. */
  readonly titles: readonly string[];
  /** The path of the remote's first script below `/assets/`. */
  readonly entry: string;
}

const OWNER = 'owner@example.com';
/** The demo person for each role that customers have. */
const PEOPLE: Readonly<Record<string, string | undefined>> = { developer: 'developer@example.com' };
const SCREEN_LIMIT_MS = 20_000;

/** The demo person who may enter; null for a visitor; undefined if there is none. */
function personFor(access: Access): string | null | undefined {
  if (access === 'open') return null;
  return typeof access === 'object' && 'role' in access ? PEOPLE[access.role] : OWNER;
}

/** A message, and the first position of its stack trace, for `npm run release -- explain`. */
const withPosition = (text: string): string =>
  text
    .split('\n')
    .slice(0, 2)
    .map((line) => line.trim())
    .join(' ');

/** Collects what a page complains about while it loads. */
function collectComplaints(page: Page): ReadonlySet<string> {
  const complaints = new Set<string>();
  page.on('pageerror', (error) => complaints.add(`An error: ${withPosition(error.stack ?? error.message)}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.add(`In the console: ${withPosition(message.text())}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'debug' && message.text() === FAILURE_REPORTED)
      complaints.add('It reports a failure to the web server.');
  });
  return complaints;
}

/** What a page says when it reports a failure. */
const FAILURE_REPORTED = 'a failure is reported';

/** Makes pages say when they report a failure, and not mere loads: the browser does not tell what a beacon contains. */
async function listenToBeacons(context: BrowserContext): Promise<void> {
  await context.addInitScript((text) => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      if (body instanceof Blob) void body.text().then((json) => json.includes('"failure"') && console.debug(text));
      return send(address, body);
    };
  }, FAILURE_REPORTED);
}

/** Waits until the page has replaced its skeleton. @returns what is wrong with what it shows. */
async function judge(page: Page, { path, titles }: FirstScreen): Promise<readonly string[]> {
  const timeout = SCREEN_LIMIT_MS;
  await page.locator('footer').waitFor({ timeout });
  await page.locator('main[aria-busy="true"], main [aria-busy="true"]').first().waitFor({ state: 'detached', timeout });
  await page.locator('main h1').waitFor({ timeout });
  // Effects have run by then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const alerts = await page.locator('main').getByRole('alert').allInnerTexts();
  const { pathname } = new URL(page.url());
  const title = await page.title();
  return [
    ...alerts.map((text) => `It shows: ${text.replaceAll(/\s+/g, ' ')}`),
    ...(pathname === path ? [] : [`It leads to ${pathname}.`]),
    ...(titles.some((text) => title.startsWith(text)) ? [] : [`Its title is "${title}".`]),
  ];
}

/** Makes a problem of a time limit, and of nothing else. */
const inTime =
  (problem: string) =>
  (error: unknown): readonly string[] => {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return [`${problem}: ${error.message.split('\n')[0] ?? ''}`];
  };

/** Opens a screen as somebody who may see it. @returns what is wrong, a sentence each; none if it works. */
export async function openFirstScreen(
  browser: Browser,
  { url, serves }: Servers,
  screen: FirstScreen,
): Promise<readonly string[]> {
  const email = personFor(screen.access);
  if (email === undefined) return [`No demo person may enter ${screen.path}.`];
  if (!(await serves(screen.release))) return ['The web server does not serve this pair.'];
  const context = await browser.newContext({ locale: 'en' });
  try {
    await listenToBeacons(context);
    if (email !== null) await startSignedIn(context, url, email);
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    const entry = page.waitForResponse(`${url}/assets/${screen.entry}`, { timeout: SCREEN_LIMIT_MS });
    const arrived = entry.then(
      (response) => (response.ok() ? [] : [`Its first script is answered with ${response.status()}.`]),
      inTime('Its first script does not arrive'),
    );
    await page.goto(`${url}${screen.path}`, { waitUntil: 'commit' });
    const wrong = await judge(page, screen).catch(inTime('It does not appear'));
    return [...wrong, ...(await arrived), ...complaints];
  } finally {
    await context.close();
  }
}
