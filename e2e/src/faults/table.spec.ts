import { IS_RELIABILITY_RUN, recordTried } from '@portal/node-kit/testing';
import { createPerson } from '../support/backend.ts';
import { startSignedIn } from '../support/portal.ts';
import { startWebServer } from '../support/portal-process.ts';
import { startKillablePortal } from '../support/killable-portal.ts';
import { expect, test as base } from '../support/watched-test.ts';
import { REMOTES } from './cell.ts';
import type { Cell, Fault, Surface } from './cell.ts';
import { counted, logsOut, restWorks } from './checks.ts';
import { START_FAILURE, UNHARMED } from './expectations.ts';
import { API_FAULTS } from './api-faults.ts';
import { CODE_FAULTS } from './code-faults.ts';
import { BROWSER_FAULTS } from './browser-faults.ts';
import { PAGE_FAULTS } from './page-faults.ts';
import { FILE_FAULTS } from './file-faults.ts';
import { SERVER_FAULTS } from './server-faults.ts';
import { SESSION_FAULTS } from './session-faults.ts';
import { SURFACES } from './surfaces.ts';

/** What a cell is tried on. */
type Servers = Pick<Cell, 'portal' | 'backendUrl' | 'servers'>;

const test = base.extend<object, { tried: Servers }>({
  tried: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that it needs from the first parameter
    async ({}, use) => {
      const server = await startWebServer();
      await use({ portal: server, backendUrl: process.env['BACKEND_URL'] ?? '' });
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ tried }, use) => await use(tried.portal.url),
});
const testOnOwnServers = test.extend<object, { tried: Servers }>({
  tried: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that it needs from the first parameter
    async ({}, use) => {
      const portal = await startKillablePortal();
      await use({ portal, backendUrl: portal.backendUrl, servers: portal });
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'parallel', timeout: 90_000 });
// Without the permission, Chromium keeps pages that a test has changed from the API on this machine.
test.use({ actionTimeout: 20_000, permissions: ['local-network-access'] });

const FAULTS: readonly Fault[] = [
  ...FILE_FAULTS,
  ...CODE_FAULTS,
  ...PAGE_FAULTS,
  ...API_FAULTS,
  ...BROWSER_FAULTS,
  ...SESSION_FAULTS,
  ...SERVER_FAULTS,
];

const NO_NETWORK = 'Without a network there is no page: the browser shows its own message, which has a way on.';

const NO_SHELL = 'Without its data the shell does not start: no footer, no “Log out”; “Try again” and links lead on.';
const PAGE_DATA = ['missing', 'cut', 'foreign'];

/**
 * Cells that cannot pass, with the reasons. They are tried all the same, so that one that passes one day is noticed.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  REMOTES.flatMap((remote): (readonly [cell: string, reason: string])[] => [
    [`network, offline and back: first screen of ${remote}`, NO_NETWORK],
    ...PAGE_DATA.map((way) => [`page data, ${way}: first screen of ${remote}`, NO_SHELL] as const),
  ]),
);

async function tryCell(cell: Cell, fault: Fault, surface: Surface, reason?: string): Promise<void> {
  const { page } = cell;
  const expectation = fault.expects(surface);
  const before = fault.counted && (await counted(cell, surface.remote, fault.counted));
  const unhandled: string[] = [];
  page.on('pageerror', ({ message }) => unhandled.push(message));
  if (fault.fromTheStart) await fault.begin(cell, surface);
  await surface.approach(page);
  if (!fault.fromTheStart) await fault.begin(cell, surface);
  const sees = async () => {
    if (fault.movesClock) {
      // The shell has rendered the place for notices: before that, it would be the shell that is late.
      await page.locator('.notices').waitFor({ state: 'attached' });
      await expect.poll(() => cell.met).toBeGreaterThan(0);
      if (fault.movesClock === 'when the page runs') {
        await expect(page).toHaveURL((url) => url.pathname === surface.path);
        await expect(page.getByText('Loading the page…')).toHaveCount(0);
        await expect(page.locator('#prerendered')).toHaveCount(0);
      }
      await page.clock.fastForward(10_000);
    }
    await expectation.sees(cell, surface);
    // What is prerendered is seen before anything is asked for.
    await expect.poll(() => cell.met).toBeGreaterThan(0);
  };
  await surface.reach(page);
  await sees();
  if (surface.keepsInput && !expectation.restWorks && expectation.keepsInput !== false) await surface.keepsInput(page);
  // An action that has succeeded cannot be repeated.
  if (expectation.restWorks && (surface.kind !== 'action' || expectation !== UNHARMED)) {
    await restWorks(cell, surface);
    if (surface.kind === 'action') await surface.reach(page);
    await sees();
  }
  await fault.end(cell, surface);
  await expectation.goesOn(cell, surface);
  // The notice of an action that has succeeded goes after some seconds.
  if (surface.kind !== 'action' || expectation !== UNHARMED) await surface.works(page);
  if (expectation === START_FAILURE) {
    await fault.begin(cell, surface);
    await surface.reach(page);
    await expectation.sees(cell, surface);
    // What comes before is no exception.
    test.fail(reason !== undefined, reason);
    await logsOut(page, 2000);
    return;
  }
  await logsOut(page);
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  expect(unhandled).toEqual([]);
  if (fault.counted) {
    const { counted: failure } = fault;
    await expect.poll(async () => await counted(cell, surface.remote, failure)).toBeGreaterThan(before ?? 0);
  }
}

/**
 * `npm run lab -- reliability` tries every cell, the full lane each fault on every third of its surfaces, beginning
 * with another one each time.
 */
const STEP = IS_RELIABILITY_RUN ? 1 : 3;

for (const [index, fault] of FAULTS.entries())
  for (const surface of SURFACES.filter((each) => fault.applies(each)).filter(
    (_, place) => (place + index) % STEP === 0,
  )) {
    const where = `${surface.kind} of ${surface.remote}`;
    const reason = EXCEPTIONS[`${fault.name}: ${where}`];
    const tryIt = fault.ownServers ? testOnOwnServers : test;
    tryIt(`${fault.name}: ${where}`, async ({ page, tried, browserWatch }) => {
      const { portal, backendUrl } = tried;
      test.fail(reason !== undefined && fault.expects(surface) !== START_FAILURE, reason);
      const person = await createPerson(backendUrl, 'cell', surface.copyOf, { language: 'en' });
      await startSignedIn(page.context(), portal.url, person.email);
      if (fault.movesClock) await page.clock.install();
      // The watch of the servers takes a report for a defect.
      if (fault.breaksPolicy)
        await page.context().route(
          (url) => url.pathname === '/reports',
          async (route) => {
            const isOfPolicy = route.request().headers()['content-type']?.startsWith('application/csp-report');
            await (isOfPolicy ? route.fulfill({ status: 204 }) : route.fallback());
          },
        );
      await tryCell({ ...tried, page, person, met: 0, ended: Promise.withResolvers() }, fault, surface, reason);
      // The browser says so when the policy keeps a file of another origin out.
      if (fault.breaksPolicy) expect(browserWatch.take().join('\n')).toContain('Content Security Policy');
    });
  }

// oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that it needs from the first parameter
test.afterEach(({}, { title, status }) => {
  const reason = EXCEPTIONS[title];
  recordTried({
    suite: 'Faults × surfaces, in the browser',
    tried: 1,
    passed: status === 'passed' ? 1 : 0,
    ...(reason === undefined ? {} : { exceptions: [{ what: title, reason }] }),
  });
});
