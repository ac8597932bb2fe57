import { startWebServer } from '../support/portal-process.ts';
import type { WebServerProcess } from '../support/portal-process.ts';
import { release } from '../support/releases.ts';
import { GREETINGS, publish } from '../support/versions.ts';
import { expect, test } from './test.ts';
import { until } from './user-tab.ts';
import type { UserTab } from './user-tab.ts';

const NEWER = '1.1.0';
const NEWEST = '1.2.0';
const CRASHING = '1.5.0';
const THROWING = '1.7.0';
const OWNER = 'owner@example.com';
const greeting = (words: string) => ({ role: 'heading', name: new RegExp(`^${words}, `) });

/** Shows the tab again, and returns when it has an answer to whether there is a newer release. */
async function ask(tab: UserTab): Promise<void> {
  await tab.tab.evaluate(async () => {
    const answers = () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/release.json')).length;
    const before = answers();
    while (answers() === before) {
      // A tab that waits for an answer does not ask again.
      document.dispatchEvent(new Event('visibilitychange'));
      await new Promise((done) => requestAnimationFrame(done));
    }
  });
}

let portal: WebServerProcess;

/** What the web server gives out of its counts. */
interface Counted {
  readonly rows: readonly { readonly version: string }[];
  readonly errors: readonly { readonly version: string; readonly position: string }[];
}

/**
 * The web server has counted one visit of this version, which failed, and knows the error and its place in a built
 * file.
 */
async function expectFailed(version: string, message: string): Promise<void> {
  await expect(async () => {
    const answer = await fetch(new URL('/visits.json', portal.metricsUrl));
    const { rows, errors } = (await answer.json()) as Counted;
    const visits = rows.filter((row) => row.version === version);
    expect(visits).toMatchObject([{ part: 'mfe-hubs', visits: 1, failed: [[expect.any(Number), 1]] }]);
    const found = errors.find((error) => error.version === version);
    expect(found).toMatchObject({ part: 'mfe-hubs', failure: 'crashed', message, visits: 1 });
    expect(found?.position).toMatch(/^[\w-]+\.[0-9a-f]{16}\.js:\d+:\d+$/);
  }).toPass();
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  portal = await startWebServer();
  for (const version of [NEWER, NEWEST, CRASHING, THROWING] as const)
    await publish(portal.stateFolder, `mfe-hubs@${version}`);
});
test.afterAll(async () => {
  await portal.stop();
});

test('an open tab moves to a new release with its next navigation', async ({ visitor }) => {
  const tab = await visitor.at(portal.url).opensAs(OWNER, '/settings');
  await tab.sees(greeting('Hello'));
  await release(portal, 'promote', `mfe-hubs@${NEWER}`);
  await ask(tab);
  // A second answer comes only after the tab has handled the first one.
  await ask(tab);
  await tab.sees(greeting('Hello'));
  await tab.click({ role: 'link', name: OWNER });
  await tab.sees({ role: 'textbox', name: 'First name' });
  await tab.click({ role: 'link', name: 'Manage hubs' });
  await tab.sees(greeting(GREETINGS[NEWER]));
});

test('a new release is prepared while somebody points at a link, where the browser can', async ({
  visitor,
  engineName,
}) => {
  const tab = await visitor.at(portal.url).opensAs(OWNER, '/account');
  await tab.sees({ role: 'textbox', name: 'First name' });
  await release(portal, 'promote', `mfe-hubs@${NEWEST}`);
  await ask(tab);
  await tab.pointsAt({ role: 'link', name: 'Manage hubs' });
  // It is only asked for; that it comes is seen after the click.
  await until(async () => {
    expect(await tab.tab.evaluate(() => document.querySelectorAll('a[data-leaving]').length)).toBe(1);
  });
  await tab.click({ role: 'link', name: 'Manage hubs' });
  await tab.sees(greeting(GREETINGS[NEWEST]));
  await tab.sees({ role: 'switch' });
  const isPrepared = () =>
    performance
      .getEntriesByType('navigation')
      .some((entry) => 'activationStart' in entry && Number(entry.activationStart) > 0);
  expect(await tab.tab.evaluate(isPrepared)).toBe(engineName === 'chromium');
});

test('a broken remote gives way to its fallback in the same page', async ({ visitor }) => {
  await release(portal, 'promote', `mfe-hubs@${NEWER}`);
  await release(portal, 'promote', `mfe-hubs@${CRASHING}`);
  const tab = await visitor.at(portal.url).opensAs(OWNER, '/settings');
  await tab.sees(greeting(GREETINGS[NEWER]));
  await tab.sees({ role: 'switch' });
  await tab.seesNo({ role: 'alert' });
  await expectFailed(CRASHING, 'Error: mfe-hubs 1.5.0');
});

test('a version that throws on every visit fails in all of them, and says where', async ({ visitor }) => {
  await release(portal, 'promote', `mfe-hubs@${THROWING}`);
  const tab = await visitor.at(portal.url).opensAs(OWNER, '/settings');
  await tab.sees(greeting('Hello'));
  await expectFailed(THROWING, 'Error: No <text>');
});
