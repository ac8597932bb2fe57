import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startWebServer } from './support/portal-process.ts';
import { expectNoAxeViolations, startSignedIn } from './support/portal.ts';
import { readLiveRelease, untilServed } from './support/releases.ts';
import { expect, test } from './support/watched-test.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const FILE = 'portal-create-remote.tgz';

/** The commands of docs/another-repository.md, by the word after "sh". */
async function commandsOf(block: string): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/another-repository.md'), 'utf8');
  const commands = new RegExp(`^\`\`\`sh ${block}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1];
  if (commands === undefined) throw new Error(`docs/another-repository.md has no block "sh ${block}"`);
  return commands;
}

/** Runs them as a person does. @returns what they print. @throws with their output if one fails. */
async function follow(block: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|TEST_)/.test(name)),
  );
  const { stdout } = await run('bash', ['-euc', await commandsOf(block)], {
    cwd,
    env: { ...own, NO_COLOR: '1', CI: 'true', npm_config_prefer_offline: 'true', ...env },
  });
  return stdout;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
}

test(
  'from packed libraries alone, another repository makes, checks, changes and releases a remote that the portal shows',
  { tag: '@full' },
  async ({ page }) => {
    test.setTimeout(300_000);
    const folder = await mkdtemp(join(tmpdir(), 'portal-another-'));
    const portal = await startWebServer();
    const before = await readLiveRelease(portal.stateFolder);
    await follow('portal', ROOT);
    await copyFile(join(ROOT, '.libraries', FILE), join(folder, FILE));
    await follow('create', folder);
    const repository = join(folder, 'mfe-bike-pass');
    await follow('first', repository);

    await edit(join(repository, 'src/locales/en.json'), 'There is nothing here yet.', 'Your first pass is here.');
    await edit(
      join(repository, 'src/pages/bike-pass-page.test.tsx'),
      'There is nothing here yet.',
      'Your first pass is here.',
    );
    await run('npm', ['run', 'build'], { cwd: repository });
    const printed = await follow('release', repository, { PORTAL_STATE: portal.stateFolder, RELEASE_BY: 'anna' });
    expect(printed).toContain('npm run release -- promote mfe-bike-pass@1.0.0');
    await untilServed(portal);
    expect(await follow('alone', repository, { PORTAL_STATE: portal.stateFolder })).toContain('Liked by a tenth');

    await startSignedIn(page.context(), portal.url, 'owner@example.com');
    await page.goto(`${portal.url}/settings`);
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bike pass' }).click();
    await expect(page.getByText('Your first pass is here.')).toBeVisible();
    await expectNoAxeViolations(page);
    const { 'mfe-bike-pass': made, ...others } = (await readLiveRelease(portal.stateFolder)).remotes;
    expect(made?.version).toBe('1.0.0');
    expect(others).toEqual(before.remotes);

    await follow('update', repository);
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  },
);
