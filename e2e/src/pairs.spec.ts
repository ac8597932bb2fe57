import { startWebServer } from './support/portal-process.ts';
import { labOutput } from './support/release-output.ts';
import { releaseCommand } from './support/releases.ts';
import { builtVersion } from './support/versions.ts';
import type { Version } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const WORKING = ['mfe-hubs@1.1.0', 'mfe-hubs@1.2.0', 'mfe-account@1.1.0', 'mfe-legal@1.1.0'] as const;
/** Crashes while it is shown. */
const BROKEN = 'mfe-hubs@1.5.0';
/** Imports a name with a signature that neither shell has. */
const INCOMPATIBLE = 'mfe-developer@1.2.0';
const NEWER_SHELL = 'shell@9.0.0';

interface Pair {
  readonly shell: string;
  readonly name: string;
  readonly version: string;
}
interface Report {
  readonly opened: readonly (Pair & { readonly path: string; readonly problems: readonly string[] })[];
  readonly refused: readonly (Pair & { readonly rules: readonly string[] })[];
  readonly leftOut: readonly unknown[];
}

const getName = ({ name, version }: Pick<Pair, 'name' | 'version'>) => `${name}@${version}`;

test('the first screen of every retained version of a remote opens in every version of the shell that may have it, and a broken one is named', async () => {
  test.setTimeout(600_000);
  const { stateFolder, stop } = await startWebServer();
  const published: readonly Version[] = [...WORKING, BROKEN, INCOMPATIBLE, NEWER_SHELL];
  for (const version of published) await releaseCommand(stateFolder, 'publish', await builtVersion(version), '--ahead');
  const { opened, refused, leftOut } = JSON.parse(await labOutput(stateFolder, 'pairs', '--json')) as Report;

  const shells = [...new Set(opened.map(({ shell }) => shell))];
  expect(shells).toHaveLength(2);
  for (const shell of shells) {
    const inShell = opened.filter((pair) => pair.shell === shell);
    expect(inShell.map(getName)).toEqual(expect.arrayContaining([...WORKING, BROKEN]));
    expect(new Set(inShell.map(({ path }) => path))).toEqual(
      new Set(['/account', '/developer', '/settings', '/staff', '/terms']),
    );
    const failed = inShell.filter(({ problems }) => problems.length > 0);
    expect(failed.map(getName)).toEqual([BROKEN]);
    expect(failed[0]?.problems).toEqual(
      expect.arrayContaining([expect.stringMatching(/Error: mfe-hubs 1\.5\.0 at .*\/assets\/mfe-hubs\/settings\./)]),
    );
  }
  expect(refused.map(({ shell, rules, ...pair }) => [getName(pair), shells.includes(shell), rules])).toEqual([
    [INCOMPATIBLE, true, ['incompatible']],
    [INCOMPATIBLE, true, ['incompatible']],
  ]);
  expect(leftOut).toEqual([]);
  await stop();
});
