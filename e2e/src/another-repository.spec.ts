import { join } from 'node:path';
import { CHANGED_TEXT, makeAnotherRepository, REMOTE, startRegistry } from './support/another-repository.ts';
import { startWebServer } from './support/portal-process.ts';
import { expectNoAxeViolations, startSignedIn } from './support/portal.ts';
import { startReleaseService } from './support/release-service.ts';
import { readLiveRelease, untilServed } from './support/releases.ts';
import { expect, test } from './support/watched-test.ts';

const PROJECT = 'acme/bike-pass';

test('from the libraries of a registry alone, another repository makes a remote, changes its page and releases it by its own pipeline, and nothing else', async ({
  page,
}, { annotations }) => {
  test.setTimeout(600_000);
  const portal = await startWebServer();
  const service = await startReleaseService(portal.stateFolder, PROJECT, REMOTE);
  const before = await readLiveRelease(portal.stateFolder);
  const registry = await startRegistry();

  const start = performance.now();
  const repository = await makeAnotherRepository(registry.url, join(portal.stateFolder, 'trusted-keys'));
  const released = await repository.release(() => service.job());
  await untilServed(portal);
  annotations.push({
    type: 'from an empty folder to live',
    description: `${((performance.now() - start) / 1000).toFixed(0)} s`,
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
  await page.goto(`${portal.url}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bike pass' }).click();
  await expect(page.getByText(CHANGED_TEXT)).toBeVisible();
  await expectNoAxeViolations(page);

  await registry.stop();
  await service.stop();
  await portal.stop();
  await repository.remove();
});
