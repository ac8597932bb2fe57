import { copySources } from '../../scripts/testing/source-copy.ts';
import { startWebServer } from './support/portal-process.ts';
import { expectNoAxeViolations, startSignedIn } from './support/portal.ts';
import { readLiveRelease, releaseCommand, untilServed } from './support/releases.ts';
import { expect, test } from './support/watched-test.ts';

// In every run, `staff-release.spec.ts` shows that a remote comes and goes without a new shell.
test(
  'a further remote appears in header and routes of the running portal without a new shell, and a rollback takes it away again',
  { tag: '@full' },
  async ({ page }) => {
    test.setTimeout(180_000);
    const portal = await startWebServer();
    const sources = await copySources(['e2e', 'docs']);
    await sources.newRemote('mfe-demo');
    const before = await readLiveRelease(portal.stateFolder);

    await startSignedIn(page.context(), portal.url, 'owner@example.com');
    await page.goto(`${portal.url}/settings`);
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
    const nav = page.getByRole('navigation', { name: 'Main' });
    await expect(nav.getByRole('link', { name: 'Demo' })).toHaveCount(0);
    expect((await page.request.get(`${portal.url}/demo`)).status()).toBe(404);

    await releaseCommand(portal.stateFolder, 'publish', await sources.build('mfe-demo'));
    await releaseCommand(portal.stateFolder, 'promote', 'mfe-demo@1.0.0', '--reason', 'A first look');
    await sources.remove();
    await untilServed(portal);
    expect((await page.goto(`${portal.url}/demo`))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: 'Demo' })).toBeVisible();
    await expect(page.getByText('There is nothing here yet.')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Manage hubs' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
    await nav.getByRole('link', { name: 'Demo' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Demo' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/demo');

    // Shell and other remotes are unchanged, with their manifests and hashes.
    const { 'mfe-demo': demo, ...others } = (await readLiveRelease(portal.stateFolder)).remotes;
    expect(demo?.version).toBe('1.0.0');
    expect({ shell: (await readLiveRelease(portal.stateFolder)).shell, remotes: others }).toEqual({
      shell: before.shell,
      remotes: before.remotes,
    });

    await releaseCommand(portal.stateFolder, 'rollback', 'mfe-demo', '--reason', 'Not yet');
    await untilServed(portal);
    await page.goto(`${portal.url}/settings`);
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
    await expect(nav.getByRole('link', { name: 'Demo' })).toHaveCount(0);
    expect((await page.request.get(`${portal.url}/demo`)).status()).toBe(404);
    expect((await readLiveRelease(portal.stateFolder)).remotes).toEqual(before.remotes);
    await portal.stop();
  },
);
