import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { readLiveRelease, releaseCommand, untilServed } from './support/releases.ts';
import { publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Hash of every file below `folder`, by its path. */
async function hashes(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [relative(folder, file), sha256(await readFile(file))] as const)),
  );
}

test.describe('one edited document, released with mfe-legal alone', () => {
  test.skip(process.env['PORTAL_STARTED_HERE'] !== 'yes', 'needs a portal of its own');
  let portal: WebServerProcess;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    portal = await startWebServer();
  });
  test.afterAll(async () => await portal.stop());

  test('changes its page and its PDF, and no byte of any other artifact', async ({ page }) => {
    test.setTimeout(180_000);
    const artifacts = join(portal.stateFolder, 'store/artifacts');
    const others = (await readdir(artifacts)).filter((name) => name !== 'mfe-legal');
    expect(others).toContain('shell');
    const othersNow = async () => await Promise.all(others.map(async (name) => await hashes(join(artifacts, name))));
    const pdfNow = async (address: string) => sha256(await (await page.request.get(`${portal.url}${address}`)).body());
    const live = async () => {
      const { shell, remotes } = await readLiveRelease(portal.stateFolder);
      return { legal: remotes['mfe-legal']?.version, others: { ...remotes, 'mfe-legal': undefined, shell } };
    };

    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${portal.url}/terms`);
    await expect(page.getByRole('article')).toContainText('Where a law gives you more rights than this page does');
    const before = {
      others: await othersNow(),
      edited: await pdfNow('/documents/terms/v2/EN.pdf'),
      untouched: await pdfNow('/documents/terms/v2/FR.pdf'),
      live: await live(),
    };

    await publish(portal.stateFolder, 'mfe-legal@1.1.0');
    await releaseCommand(portal.stateFolder, 'promote', 'mfe-legal@1.1.0', '--reason', 'A clearer sentence');
    await untilServed(portal);
    await page.reload();
    await expect(page.getByRole('article')).toContainText('A lawyer has edited this sentence');
    expect(await pdfNow('/documents/terms/v2/EN.pdf')).not.toBe(before.edited);
    expect(await pdfNow('/documents/terms/v2/FR.pdf')).toBe(before.untouched);
    expect(await othersNow()).toEqual(before.others);
    expect((await live()).others).toEqual(before.live.others);
    expect((await live()).legal).toBe('1.1.0');

    await test.step('when the edited text has other bytes than the release names, the previous version takes over', async () => {
      // Inside the portal; the first answer carries the text of its own page.
      const openInside = async () => {
        await page.goto(`${portal.url}/terms/versions`);
        await page.getByRole('main').getByRole('link', { name: 'Latest' }).click();
      };
      const chunk = page.waitForRequest(/\/assets\/mfe-legal\/text-terms-v2-en\.\w+\.js$/);
      await openInside();
      await expect(page.getByRole('article')).toContainText('A lawyer has edited this sentence');
      await page.route((await chunk).url(), async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: `${await answer.text()}\n;globalThis.tampered = true;` });
      });
      await openInside();
      await expect(page.getByRole('article')).toContainText('They are written to be read');
      const counted = 'portal_part_failures_total{part="mfe-legal",version="1.1.0",failure="tampered"} 1';
      await expect.poll(async () => await (await fetch(portal.metricsUrl)).text()).toContain(counted);
    });
  });
});
