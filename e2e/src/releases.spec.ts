import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { copySources } from '../../scripts/testing/source-copy.ts';
import { startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { startSignedIn } from './support/portal.ts';
import { liveVersion, readLiveRelease, releaseCommand, untilServed } from './support/releases.ts';
import { builtVersion, publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const REMOTES = ['mfe-hubs', 'mfe-account', 'mfe-legal', 'mfe-developer'] as const;

/** All texts of the catalogues below `folder`. */
async function textOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const texts = files
    .filter((file) => file.endsWith('.json'))
    .map(async (file) => await readFile(join(folder, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** Waits until the newest release is served, and expects it on the first load. */
async function expectOnNextLoad(portal: WebServerProcess, page: Page, heading: RegExp): Promise<void> {
  await untilServed(portal);
  await page.goto(`${portal.url}/settings`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test.describe('a release', () => {
  let portal: WebServerProcess;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    portal = await startWebServer();
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  test('with a new version of mfe-hubs changes what runs, and not one hash of the shell and of the other remotes', async ({
    page,
  }) => {
    const before = await readLiveRelease(portal.stateFolder);
    await startSignedIn(page.context(), portal.url, 'owner@example.com');
    await page.goto(`${portal.url}/settings`);
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
    const shellScript = await page.locator('script[type="module"]').first().getAttribute('src');

    await publish(portal.stateFolder, 'mfe-hubs@1.1.0');
    await releaseCommand(portal.stateFolder, 'promote', 'mfe-hubs@1.1.0', '--reason', 'A warmer greeting');

    await expectOnNextLoad(portal, page, /^Good to see you, /);
    expect(await page.locator('script[type="module"]').first().getAttribute('src')).toBe(shellScript);
    const after = await readLiveRelease(portal.stateFolder);
    expect(after.number).toBe(before.number + 1);
    // The complete manifests.
    expect(after.shell).toEqual(before.shell);
    const { 'mfe-hubs': newHubs, ...rest } = after.remotes;
    const { 'mfe-hubs': oldHubs, ...oldRest } = before.remotes;
    expect(rest).toEqual(oldRest);
    expect(newHubs?.version).toBe('1.1.0');
    expect(newHubs).not.toEqual(oldHubs);

    // The earlier version is back, and its code runs.
    await releaseCommand(portal.stateFolder, 'rollback', 'mfe-hubs', '--reason', 'Back to the plain greeting');
    await expectOnNextLoad(portal, page, /^Hello, /);
  });

  // The test above rolls back in every run.
  test(
    'rolls mfe-hubs alone back to any version, on the next page load, while mfe-account stays as it is',
    { tag: '@full' },
    async ({ page }) => {
      test.setTimeout(180_000);
      const { stateFolder, url } = portal;
      const first = (await liveVersion(stateFolder, 'mfe-hubs')) ?? '';
      const released = ['mfe-hubs@1.1.0', 'mfe-account@1.1.0', 'mfe-hubs@1.2.0'] as const;
      await publish(stateFolder, ...released);
      for (const version of released)
        await releaseCommand(stateFolder, 'promote', version, '--reason', 'One after the other');
      await startSignedIn(page.context(), url, 'owner@example.com');
      const account = (await readLiveRelease(stateFolder)).remotes['mfe-account'];
      const greetings = [
        [first, /^Hello, /],
        ['1.1.0', /^Good to see you, /],
        ['1.2.0', /^Welcome home, /],
      ] as const;
      for (const [version, greeting] of greetings) {
        await releaseCommand(stateFolder, 'rollback', 'mfe-hubs', '--to', version, '--reason', 'To any version');
        await expectOnNextLoad(portal, page, greeting);
        const live = await readLiveRelease(stateFolder);
        expect(live.remotes['mfe-account']).toEqual(account);
        expect(live.remotes['mfe-hubs']?.version).toBe(version);
      }
      await page.goto(`${url}/account`);
      await expect(page.getByRole('heading', { level: 1, name: 'All about you' })).toBeVisible();
    },
  );

  test('has a shell that contains no code of a remote', async () => {
    const artifacts = join(portal.stateFolder, 'store/artifacts');
    const scripts = async (name: string) =>
      (await readdir(join(artifacts, name)))
        .filter((file) => file.endsWith('.js'))
        .map((file) => join(artifacts, name, file));
    const shell = (await Promise.all((await scripts('shell')).map(async (file) => await readFile(file, 'utf8')))).join(
      '\n',
    );
    const shellSources = await textOf(join(import.meta.dirname, '../../shell/src'));
    for (const remote of REMOTES) {
      const messages: unknown = JSON.parse(
        await readFile(join(import.meta.dirname, '../..', remote, 'src/locales/de.json'), 'utf8'),
      );
      // Texts of the contract are in both, so they prove nothing.
      const texts = [...JSON.stringify(messages).matchAll(/:"([^"\\]{24,})"/g)]
        .map(([, text = '']) => text)
        .filter((text) => !shellSources.includes(text));
      const code = (await Promise.all((await scripts(remote)).map(async (file) => await readFile(file, 'utf8')))).join(
        '\n',
      );
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) {
        expect(code, `${remote} carries its own texts`).toContain(text);
        expect(shell, `the shell carries a text of ${remote}`).not.toContain(text);
      }
      expect(shell, `the shell names ${remote}'s file`).not.toMatch(new RegExp(`${remote}/[\\w./-]+\\.js`));
    }
  });
});

test('the shell builds without the sources of the remotes', { tag: '@full' }, async () => {
  const sources = await copySources(['e2e', 'docs', ...REMOTES]);
  expect(await readdir(await sources.build('shell'))).toContain('manifest.json');
  await sources.remove();
});

for (const remote of REMOTES) {
  // One in every run.
  const tag = remote === 'mfe-hubs' ? [] : ['@full'];
  test(
    `${remote} builds and publishes without the sources of the shell and of the other remotes`,
    { tag },
    async ({ browserName: _ }, testInfo) => {
      const build = await builtVersion(`${remote}@1.1.0`);
      expect(await releaseCommand(testInfo.outputPath('state'), 'publish', build)).toContain(
        `${remote} 1.1.0 is published`,
      );
    },
  );
}
