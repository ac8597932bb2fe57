import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CHANGED_TEXT, makeAnotherRepository, REMOTE, startRegistry } from './support/another-repository.ts';
import { startWebServer } from './support/portal-process.ts';
import { expectNoAxeViolations, startSignedIn } from './support/portal.ts';
import { startReleaseService } from './support/release-service.ts';
import { readLiveRelease, untilServed } from './support/releases.ts';
import { expect, test } from './support/watched-test.ts';

const PROJECT = 'acme/bike-pass';
const PAGE = 'src/pages/bike-pass-page.tsx';

/** From a page of the portal at `url` to that of the remote. */
async function openRemote(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bike pass' }).click();
  await expect(page.getByText(CHANGED_TEXT)).toBeVisible();
}

test('from the libraries of a registry alone, another repository makes a remote, changes its page in the portal before it is live, and releases it by its own pipeline, and nothing else', async ({
  page,
}, { annotations }) => {
  test.setTimeout(600_000);
  const portal = await startWebServer();
  const service = await startReleaseService(portal.stateFolder, PROJECT, REMOTE);
  const before = await readLiveRelease(portal.stateFolder);
  const registry = await startRegistry();

  const start = performance.now();
  const repository = await makeAnotherRepository(registry.url, join(portal.stateFolder, 'trusted-keys'));
  const built = performance.now();

  await repository.develop(portal.url, async (url) => {
    await startSignedIn(page.context(), url, 'owner@example.com');
    await openRemote(page, url);
    await repository.edit(PAGE, "<p>{t('empty')}</p>", '<label>Notes <input /></label>');
    await page.getByLabel('Notes').fill('written before the edit');
    await page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
    await repository.edit(PAGE, '<label>Notes ', '<label>Remarks ');
    await expect(page.getByLabel('Remarks')).toHaveValue('written before the edit');
    await expect(page.locator('html[data-marked]')).toHaveCount(1);
    await repository.edit('src/locales/en.json', 'New in', 'Corrected in');
    await expect(page.getByText('Corrected in your portal.')).toBeVisible();
    await expect(page.getByLabel('Remarks')).toHaveValue('written before the edit');
  });
  expect(await readLiveRelease(portal.stateFolder)).toEqual(before);

  const seen = performance.now();
  const released = await repository.release(() => service.job());
  await untilServed(portal);
  annotations.push({
    type: 'from an empty folder to live',
    description: `${((built - start + performance.now() - seen) / 1000).toFixed(0)} s`,
  });
  expect(released[0]).toMatch(/^mfe-bike-pass 1\.0\.0 .*commit [0-9a-f]+/m);
  expect(released[0]).toContain('npm run release -- promote mfe-bike-pass@1.0.0');

  // The version that everybody has, by whom, and that nothing else has changed.
  const live = await readLiveRelease(portal.stateFolder);
  const { 'mfe-bike-pass': made, ...others } = live.remotes;
  expect(made?.version).toBe('1.0.0');
  expect({ shell: live.shell, remotes: others }).toEqual({ shell: before.shell, remotes: before.remotes });
  expect(live.createdBy).toContain(PROJECT);

  // The same job for another part.
  const refused = await repository.run(
    'npm run --silent release -- rollback mfe-hubs --to none --reason "Not mine" || echo "exit code $?"',
    await service.job(),
  );
  expect(refused).toContain('exit code 3');
  expect((await readLiveRelease(portal.stateFolder)).number).toBe(live.number);

  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await openRemote(page, portal.url);
  await expectNoAxeViolations(page);

  await registry.stop();
  await service.stop();
  await portal.stop();
  await repository.remove();
});
