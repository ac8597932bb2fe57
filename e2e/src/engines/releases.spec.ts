import { startWebServer } from '../support/portal-process.ts';
import type { WebServerProcess } from '../support/portal-process.ts';
import { release } from '../support/releases.ts';
import { GREETINGS, publish } from '../support/versions.ts';
import { test } from './test.ts';
import type { UserTab } from './user-tab.ts';

const NEWER = '1.1.0';
const CRASHING = '1.5.0';
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

test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startWebServer();
  await publish(portal.stateFolder, `mfe-hubs@${NEWER}`, `mfe-hubs@${CRASHING}`);
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

test('a broken remote gives way to its fallback in the same page', async ({ visitor }) => {
  await release(portal, 'promote', `mfe-hubs@${NEWER}`);
  await release(portal, 'promote', `mfe-hubs@${CRASHING}`);
  const tab = await visitor.at(portal.url).opensAs(OWNER, '/settings');
  await tab.sees(greeting(GREETINGS[NEWER]));
  await tab.sees({ role: 'switch' });
  await tab.seesNo({ role: 'alert' });
});
