import { startWebServer } from './support/portal-process.ts';
import { startSignedIn } from './support/portal.ts';
import { release } from './support/releases.ts';
import { publishWithOriginalRunTime } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

test('a remote with the original run time of the federation plugin works beside the others, under the policy of the page', async ({
  page,
}) => {
  const portal = await startWebServer();
  const versions = await publishWithOriginalRunTime(portal.stateFolder, ['mfe-hubs']);
  await release(portal, 'promote', ...versions);

  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await page.goto(`${portal.url}/settings`);
  const sharing = page.getByRole('switch').first();
  const before = await sharing.isChecked();
  await sharing.click();
  await expect(sharing).toBeChecked({ checked: !before });
  await page.getByRole('banner').getByRole('link', { name: 'owner@example.com' }).click();
  await expect(page).toHaveURL(`${portal.url}/account`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await portal.stop();
});
