import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { errors } from 'playwright';
import { startSignedIn } from '../support/portal.ts';
import type { Servers } from './servers.ts';

/** A screen to open, in the release that has this number. */
export interface Screen {
  readonly release: number;
  readonly path: string;
  readonly person: keyof typeof ADDRESSES;
  /**
   * The paths on which it may end, each with the declared titles of its document in all languages, without the portal's
   * name.
   */
  readonly ends: Readonly<Record<string, readonly string[] | undefined>>;
  /** The path of its part's first script below `/assets/`. */
  readonly entry: string;
}

/** The sample people's e-mail addresses; null for a visitor who is not signed in. */
const ADDRESSES = {
  'signed out': null,
  owner: 'owner@example.com',
  guest: 'guest@example.com',
  developer: 'developer@example.com',
  support: 'support@example.com',
  firmware: 'firmware@example.com',
  content: 'content@example.com',
  admin: 'admin@example.com',
} as const;
const SCREEN_LIMIT_MS = 20_000;
/** For the heading of a page that is no longer busy. */
const HEADING_LIMIT_MS = 5000;
/** For a moment without work: a browser that paints nothing may never call itself idle. */
const IDLE_LIMIT_MS = 1000;
/** For everything that is asked of a page. One that loops for ever answers nothing, and Playwright would wait. */
const ANSWER_LIMIT_MS = 60_000;

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

/** Makes a problem of a time limit, and of nothing else. */
const inTime =
  (problem: string) =>
  (error: unknown): readonly string[] => {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return [`${problem}: ${error.message.split('\n')[0] ?? ''}`];
  };

/** Waits until the page has replaced its skeleton. @returns what is wrong with what it shows. */
async function judge(page: Page, { ends }: Screen): Promise<readonly string[]> {
  const timeout = SCREEN_LIMIT_MS;
  await page.locator('footer').waitFor({ timeout });
  await page.locator('main[aria-busy="true"], main [aria-busy="true"]').first().waitFor({ state: 'detached', timeout });
  const heading = page.locator('main h1').first();
  const noHeading = await heading.waitFor({ timeout: HEADING_LIMIT_MS }).then(() => [], inTime('It has no heading'));
  // Effects have run by then.
  const idle = page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await Promise.race([idle, pause(IDLE_LIMIT_MS)]);
  const alerts = await page.locator('main').getByRole('alert').allInnerTexts();
  const { pathname } = new URL(page.url());
  const titles = ends[pathname];
  // The title of some pages depends on their content: it is their heading.
  const headings = (await page.locator('main h1').allInnerTexts()).map((text) => text.replaceAll('\u00AD', ''));
  const title = await page.title();
  return [
    ...noHeading,
    ...alerts.map((text) => `It shows: ${text.replaceAll(/\s+/g, ' ')}`),
    ...(titles ? [] : [`It leads to ${pathname}.`]),
    ...(!titles || [...titles, ...headings].some((text) => title.startsWith(text)) ? [] : [`Its title is "${title}".`]),
  ];
}

/** Opens a screen as the person that it names. @returns what is wrong, a sentence each; none if it works. */
export async function openScreen(
  browser: Browser,
  { url, serves }: Servers,
  screen: Screen,
): Promise<readonly string[]> {
  const email = ADDRESSES[screen.person];
  if (!(await serves(screen.release))) return ['The web server does not serve these versions.'];
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
    const judged = judge(page, screen).catch(inTime('It does not appear'));
    const wrong = await Promise.race([judged, pause(ANSWER_LIMIT_MS, ['It does not answer.'], { ref: false })]);
    return [...wrong, ...(await arrived), ...complaints];
  } finally {
    await context.close();
  }
}
