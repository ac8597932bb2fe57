import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { PortalProcess } from './support/portal-process.ts';
import { startPortal } from './support/portal-process.ts';
import { signIn } from './support/portal.ts';
import { copySources } from '../../scripts/testing/source-copy.ts';
import { releaseCommand } from './support/parts.ts';

const REMOTES = ['mfe-hubs', 'mfe-account', 'mfe-legal', 'mfe-developer'];
const NEW_GREETING = 'Good to see you, {{firstName}}';

/** Everything that is written in the catalogues below `folder`. */
async function textOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const texts = files
    .filter((file) => file.endsWith('.json'))
    .map(async (file) => await readFile(join(folder, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

test.describe('a release', () => {
  let portal: PortalProcess;

  test.beforeAll(async () => {
    portal = await startPortal();
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  test('with a new version of mfe-hubs changes what runs, and nothing of the shell', async ({ page }) => {
    const before = await releaseCommand(portal.stateFolder, 'status');
    await page.goto(portal.url);
    await signIn(page, 'owner@example.com');
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
    const shellScript = await page.locator('script[type="module"]').getAttribute('src');

    const sources = await copySources();
    await sources.edit('mfe-hubs/package.json', (text) => text.replace(/"version": "[^"]+"/, '"version": "1.1.0"'));
    await sources.edit('mfe-hubs/src/locales/en.json', (text) => text.replace('Hello, {{firstName}}', NEW_GREETING));
    const build = await sources.build('mfe-hubs');
    await releaseCommand(portal.stateFolder, 'publish', build);
    await releaseCommand(portal.stateFolder, 'promote', 'mfe-hubs@1.1.0', '--reason', 'A warmer greeting');
    await sources.remove();

    // The running web server takes the new release up by itself.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: /^Good to see you, / })).toBeVisible({ timeout: 2000 });
    }).toPass();
    expect(await page.locator('script[type="module"]').getAttribute('src')).toBe(shellScript);
    const versions = (status: string) =>
      status
        .split('\n')
        .slice(1)
        .filter((line) => !line.includes('mfe-hubs'));
    const after = await releaseCommand(portal.stateFolder, 'status');
    expect(versions(after)).toEqual(versions(before));
    expect(after).toContain('1.1.0');

    // The earlier version comes back the same way, and the old code really runs.
    const [earlier = ''] = /mfe-hubs\s+\S+/.exec(before) ?? [];
    await releaseCommand(
      portal.stateFolder,
      'promote',
      earlier.replace(/\s+/, '@'),
      '--reason',
      'Back to the plain greeting',
    );
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

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
      // A few texts are the contract's own, so both have them; they prove nothing.
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

for (const remote of REMOTES) {
  test(`${remote} builds and publishes without the sources of the shell and of the other remotes`, async ({
    browserName: _,
  }, testInfo) => {
    const sources = await copySources(['shell', ...REMOTES.filter((other) => other !== remote)]);
    const build = await sources.build(remote);
    expect(await releaseCommand(testInfo.outputPath('state'), 'publish', build)).toContain(
      `${remote} 1.0.0 is published`,
    );
    await sources.remove();
  });
}
