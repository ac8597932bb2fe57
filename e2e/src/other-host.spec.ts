import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOtherHost } from './other-host/start-host.ts';
import { expect, startSignedIn, test } from './support/portal.ts';
import { workerPort } from './support/portal-process.ts';

test('a page of another origin loads mfe-hubs as released, by its manifest and with the run time of the ecosystem', async ({
  page,
  portal,
  request,
}) => {
  const config = await (await request.get(`${portal.url}/config.json`)).text();
  const folder = await mkdtemp(join(tmpdir(), 'portal-other-host-'));
  const host = await startOtherHost(folder, workerPort(), config, portal.url);

  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await page.goto(`${host.url}/?portal=${portal.url}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, ' })).toBeVisible();
  const sharing = page.getByRole('switch').first();
  const before = await sharing.isChecked();
  await sharing.click();
  await expect(sharing).toBeChecked({ checked: !before });
  // The manifest lists the remote's style sheet among the files that a host loads at once.
  await expect(page.locator(`link[rel="stylesheet"][href^="${portal.url}/assets/mfe-hubs/settings."]`)).toHaveCount(1);

  await host.stop();
  await rm(folder, { recursive: true });
});
