import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startWebServer } from './support/portal-process.ts';
import { releaseOutput } from './support/release-output.ts';
import { releaseCommand } from './support/releases.ts';
import { builtVersion } from './support/versions.ts';
import type { Version } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

/** Throws while it is imported. */
const BROKEN_START = 'mfe-hubs@1.4.0';
/** One of its pages crashes while it is shown, one has no heading. */
const BROKEN_PAGES = 'mfe-hubs@1.9.0';
const WORKING = 'mfe-hubs@1.2.0';
/** The command as docs/releasing.md has it. */
const [DOCUMENTED = ''] =
  /npm run release -- check \S+/.exec(await readFile(join(import.meta.dirname, '../../docs/releasing.md'), 'utf8')) ??
  [];
const CANARY_SHELL = 'shell@9.0.0';

interface Report {
  readonly code: number;
  readonly passed: boolean;
  readonly views: readonly { readonly canaries: readonly string[] }[];
  readonly pages: readonly {
    readonly path: string;
    readonly opened: number;
    readonly faults: readonly { readonly person: string; readonly view: number; readonly seen: readonly string[] }[];
  }[];
}

test('a check finds a version that throws at import, a page that throws while it is shown, and one without a heading', async () => {
  test.setTimeout(600_000);
  const { stateFolder, stop } = await startWebServer();
  const published: readonly Version[] = [BROKEN_START, BROKEN_PAGES, WORKING, CANARY_SHELL];
  for (const version of published) await releaseCommand(stateFolder, 'publish', await builtVersion(version), '--ahead');
  const check = async (version: Version) =>
    JSON.parse(await releaseOutput(stateFolder, 'check', version, '--json')) as Report;

  await test.step('a version that throws at import fails on each of its pages, for everybody', async () => {
    const { code, passed, pages } = await check(BROKEN_START);
    expect([code, passed]).toEqual([6, false]);
    expect(pages.map(({ path, opened, faults }) => [path, opened, faults.length])).toEqual([
      ['/settings', 2, 2],
      ['/hub-release', 3, 3],
      ['/check-device', 3, 3],
    ]);
    expect(pages[0]?.faults[0]?.seen).toEqual(
      expect.arrayContaining([expect.stringMatching(/^It shows: /), 'It reports a failure to the web server.']),
    );
  });

  await test.step('of a version with broken pages, just these fail, with what was seen', async () => {
    const output = await releaseOutput(stateFolder, 'check', BROKEN_PAGES);
    expect(output).toMatch(/2 of 3 .*\/hub-release, \/check-device/);
    expect(output).toMatch(/\/hub-release, guest, .*\n {4}It shows: [^]*Error: mfe-hubs 1\.9\.0 at .*\/hub-release\./);
    expect(output).toMatch(/\/check-device, signed out, .*\n {4}\S/);
    expect(await releaseOutput(stateFolder, 'status', BROKEN_PAGES)).toContain('/hub-release, /check-device');
  });

  await test.step('a version that works passes, with and without the canary of a shell', async () => {
    await releaseCommand(stateFolder, 'canary', CANARY_SHELL, '10%', '--reason', 'A test');
    expect(DOCUMENTED).toBe(`npm run release -- check ${WORKING}`);
    const { code, passed, views, pages } = await check(WORKING);
    expect(pages.flatMap(({ faults }) => faults)).toEqual([]);
    expect([code, passed]).toEqual([0, true]);
    expect(views.map(({ canaries }) => canaries)).toEqual([[], ['shell']]);
    expect(pages.map(({ path, opened }) => [path, opened])).toEqual([
      ['/settings', 4],
      ['/hub-release', 6],
      ['/check-device', 6],
    ]);
  });
  await stop();
});
