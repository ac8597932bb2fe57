import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from './watched-test.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const FILE = 'portal-create-remote.tgz';

type Environment = Readonly<Record<string, string>>;

/** The remote that the repository is made for, and the text of its changed page. */
export const REMOTE = 'mfe-bike-pass';
export const CHANGED_TEXT = 'Your first pass is here.';

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
  const { stdout } = await run('bash', ['--norc', '-euc', commands], {
    cwd,
    env: { ...OWN, NO_COLOR: '1', CI: 'true', npm_config_prefer_offline: 'true', ...env },
  }).catch((error: unknown) => {
    // The type checker, for one, says on standard output what is wrong.
    if (error instanceof Error && 'stdout' in error) error.message += `\n${String(error.stdout)}`;
    throw error;
  });
  return stdout;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
}

/** A repository of its own, made from packed libraries alone. */
interface AnotherRepository {
  /** Runs the commands of docs/another-repository.md that stand under this word. @returns what they print. */
  runBlock(block: string, env?: Environment): Promise<string>;
  run(commands: string, env?: Environment): Promise<string>;
  /** Publishes, gives to a share of the visitors, then to everybody: each stage is a job with an environment of its own. */
  release(job: () => Promise<Environment>): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Makes a repository as docs/another-repository.md says, in an empty folder, changes the page of its remote, tests and builds it. */
export async function makeAnotherRepository(trustedKeys: string): Promise<AnotherRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-another-'));
  await copyFile(join(ROOT, '.libraries', FILE), join(folder, FILE));
  await shell(await commandsOf('create'), folder);
  const repository = join(folder, REMOTE);
  for (const file of ['src/locales/en.json', 'src/pages/bike-pass-page.test.tsx'])
    await edit(join(repository, file), 'There is nothing here yet.', CHANGED_TEXT);
  await copyFile(trustedKeys, join(repository, 'trusted-keys'));
  await shell(await commandsOf('first'), repository, AUTHOR);
  return {
    runBlock: async (block, env) => await shell(await commandsOf(block), repository, env),
    run: async (commands, env) => await shell(commands, repository, env),
    async release(job) {
      const printed: string[] = [];
      for (const stage of (await commandsOf('release')).trim().split('\n'))
        printed.push(await shell(stage, repository, { ...(await job()), REASON: 'A pass', APPROVED_BY: 'anna' }));
      return printed;
    },
    async remove() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Packs the libraries, as the portal's team does. */
export async function packLibraries(): Promise<void> {
  await shell(await commandsOf('portal'), ROOT);
}
