import { freePort } from '@portal/node-kit/testing';
import { copySources } from '../../scripts/testing/source-copy.ts';
import { signedInState } from './support/hubs-page.ts';
import { startDevelopment, startWebServer } from './support/portal-process.ts';
import { expectNoAxeViolations, startSignedIn } from './support/portal.ts';
import { releaseCommand } from './support/releases.ts';
import { expect as expectSoon, test } from './support/watched-test.ts';

/** An edit has to be built first. */
const expect = expectSoon.configure({ timeout: 30_000 });

const PAGE = 'mfe-hubs/src/pages/settings-page.tsx';
const STYLES = 'mfe-hubs/src/features/hubs/hub-row.css';

test('a signed address shows a part from the sources of this machine inside a released portal, until one press ends it; nobody else sees it', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const PORTAL_PORT = String(await freePort());
  const own = `http://localhost:${PORTAL_PORT}`;
  const portal = await startWebServer(undefined, { OVERRIDE_ORIGINS: own });
  const sources = await copySources(['e2e', 'docs']);
  const development = await startDevelopment(sources.root, ['mfe-hubs', '--portal', portal.url], { PORTAL_PORT });
  const asked = ['canary', 'mfe-hubs', '--preview', '--override', own, '--portal', `${portal.url}/settings`];
  const [address = ''] = (await releaseCommand(portal.stateFolder, ...asked)).split('\n');
  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  const banner = page.getByRole('region', { name: `Preview of mfe-hubs (${own})` });

  await page.goto(address);
  await expect(page).toHaveURL(`${portal.url}/settings`);
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect(banner).toBeVisible();
  await expectNoAxeViolations(page);

  await sources.edit(PAGE, (source) => source.replace(/lead=\{(.*)\}/, 'lead={<>Written on this machine. $1</>}'));
  await expect(page.getByText('Written on this machine')).toBeVisible();

  // A style sheet changes in the open page.
  await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
  await sources.edit(STYLES, (styles) => `${styles}\n.hub { outline: 3px solid rgb(1, 2, 3); }\n`);
  await expect(page.locator('.hub').first()).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
  await expect(page.locator('html[data-marked]')).toHaveCount(1);

  const context = await browser.newContext({ locale: 'en', storageState: await signedInState(browser, portal) });
  const live = await context.newPage();
  await live.goto(`${portal.url}/settings`);
  await expect(live.getByRole('switch').first()).toBeVisible();
  await expect(live.getByText('Written on this machine')).toHaveCount(0);
  await expect(live.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await context.close();

  await banner.getByRole('link', { name: 'End the preview' }).click();
  await expect(page).toHaveURL(`${portal.url}/settings`);
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect(page.getByText('Written on this machine')).toHaveCount(0);
  await expect(banner).toHaveCount(0);

  await development.stop();
  await portal.stop();
  await sources.remove();
});
