import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startWebServer } from './support/portal-process.ts';
import { expectNoAxeViolations, startSignedIn } from './support/portal.ts';
import { startReleaseService } from './support/release-service.ts';
import { readLiveRelease, untilServed } from './support/releases.ts';
import { expect, test } from './support/watched-test.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const FILE = 'portal-create-remote.tgz';
const PROJECT = 'acme/bike-pass';

type Environment = Readonly<Record<string, string>>;

/** The commands of docs/another-repository.md, by the word after "sh". */
async function commandsOf(block: string): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/another-repository.md'), 'utf8');
  const commands = new RegExp(`^\`\`\`sh ${block}\n([^]*?)^\`\`\``, 'm').exec(page)?.[1];
  if (commands === undefined) throw new Error(`docs/another-repository.md has no block "sh ${block}"`);
  return commands;
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'anna',
  GIT_AUTHOR_EMAIL: 'anna@example.com',
  GIT_COMMITTER_NAME: 'anna',
  GIT_COMMITTER_EMAIL: 'anna@example.com',
};

/** Without what this run of the tests has told npm and Node. */
const OWN = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|NODE_ENV|TEST_)/.test(name)),
);

/** Runs commands as a person or a CI does. @returns what they print. @throws with their output if one fails. */
async function shell(commands: string, cwd: string, env: Environment = {}): Promise<string> {
  const { stdout } = await run('bash', ['-euc', commands], {
    cwd,
    env: { ...OWN, NO_COLOR: '1', CI: 'true', npm_config_prefer_offline: 'true', ...env },
  });
  return stdout;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
}

test(
  'from packed libraries alone, another repository makes a remote, changes its page and releases it by its own pipeline, and nothing else',
  { tag: '@full' },
  async ({ page }, { annotations }) => {
    test.setTimeout(300_000);
    const folder = await mkdtemp(join(tmpdir(), 'portal-another-'));
    const portal = await startWebServer();
    const service = await startReleaseService(portal.stateFolder, PROJECT, 'mfe-bike-pass');
    const before = await readLiveRelease(portal.stateFolder);
    await shell(await commandsOf('portal'), ROOT);
    await copyFile(join(ROOT, '.libraries', FILE), join(folder, FILE));

    const start = performance.now();
    await shell(await commandsOf('create'), folder);
    const repository = join(folder, 'mfe-bike-pass');
    for (const file of ['src/locales/en.json', 'src/pages/bike-pass-page.test.tsx'])
      await edit(join(repository, file), 'There is nothing here yet.', 'Your first pass is here.');
    await copyFile(join(portal.stateFolder, 'trusted-keys'), join(repository, 'trusted-keys'));
    await shell(await commandsOf('first'), repository, AUTHOR);

    // Each stage is a job with a token of its own.
    const released: string[] = [];
    for (const stage of (await commandsOf('release')).trim().split('\n'))
      released.push(
        await shell(stage, repository, { ...(await service.job()), REASON: 'A pass', APPROVED_BY: 'anna' }),
      );
    await untilServed(portal);
    annotations.push({
      type: 'from an empty folder to live',
      description: `${((performance.now() - start) / 1000).toFixed(0)} s`,
    });
    expect(released[0]).toMatch(/^mfe-bike-pass 1\.0\.0 is published\. Source: commit [0-9a-f]+/m);
    expect(released[0]).toContain('npm run release -- promote mfe-bike-pass@1.0.0');

    // The version that everybody has, by whom, and that nothing else has changed.
    const live = await readLiveRelease(portal.stateFolder);
    const { 'mfe-bike-pass': made, ...others } = live.remotes;
    expect(made?.version).toBe('1.0.0');
    expect({ shell: live.shell, remotes: others }).toEqual({ shell: before.shell, remotes: before.remotes });
    expect(live.createdBy).toContain(PROJECT);
    expect(await shell(await commandsOf('alone'), repository, await service.job())).toContain('1.0.0');

    // The same job for another part.
    const refused = await shell(
      'npm run --silent release -- rollback mfe-hubs --to none --reason "Not mine" || echo "exit code $?"',
      repository,
      await service.job(),
    );
    expect(refused).toContain('exit code 3');
    expect((await readLiveRelease(portal.stateFolder)).number).toBe(live.number);

    await startSignedIn(page.context(), portal.url, 'owner@example.com');
    await page.goto(`${portal.url}/settings`);
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bike pass' }).click();
    await expect(page.getByText('Your first pass is here.')).toBeVisible();
    await expectNoAxeViolations(page);

    await shell(await commandsOf('update'), repository);
    await service.stop();
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  },
);
