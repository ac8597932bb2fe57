import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeElsewhere } from '../../../tools/documents/first-day.ts';
import { readCommands as readCommandsOf, ROOT } from '../../../tools/documents/pages.ts';
import { paste } from '../../../tools/documents/reader.ts';
import type { Environment } from '../../../tools/documents/reader.ts';
import type { TestRegistry } from '../../../tools/libraries/testing-registry.ts';
import { startTestRegistry } from '../../../tools/libraries/testing-registry.ts';
import { expect } from './watched-test.ts';

/** The remote that the repository is made for, and the text of its changed page. */
export const REMOTE = 'mfe-bike-pass';
export const CHANGED_TEXT = 'Your first pass is here.';

const readCommands = async (word: string) => await readCommandsOf('another-repository.md', word);

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replaceAll(from, to));
}

/** A repository of its own, made from a registry alone. */
interface AnotherRepository {
  run(commands: string, env?: Environment): Promise<string>;
  /** Changes a file, such as "src/remote.ts". */
  edit(file: string, from: string, to: string): Promise<void>;
  /** Runs `npm run dev` in the portal at this address while `see` looks at its own. */
  develop(portal: string, see: (url: string) => Promise<void>): Promise<void>;
  /**
   * Publishes, gives to a share of the visitors, then to everybody: each stage is a job with an environment of its own.
   */
  release(job: () => Promise<Environment>): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/**
 * Makes a repository as docs/another-repository.md says, in an empty folder, changes the page of its remote, tests and
 * builds it.
 */
export async function makeAnotherRepository(registry: string, trustedKeys: string): Promise<AnotherRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-another-'));
  await paste(await readCommands('create'), { cwd: folder, env: { PORTAL_REGISTRY: registry } });
  const repository = join(folder, REMOTE);
  for (const file of ['src/locales/en.json', 'src/pages/bike-pass-page.test.tsx'])
    await edit(join(repository, file), 'There is nothing here yet.', CHANGED_TEXT);
  await copyFile(trustedKeys, join(repository, 'trusted-keys'));
  await paste((await readCommands('first')) + (await readCommands('each')), { cwd: folder });
  return {
    run: async (commands, env = {}) => await paste(commands, { cwd: repository, env }),
    edit: async (file, from, to) => await edit(join(repository, file), from, to),
    develop: async (portal, see) => await seeElsewhere(repository, portal, see),
    async release(job) {
      const printed: string[] = [];
      for (const stage of (await readCommands('try')).match(/^npx portal-pipeline .+$/gm) ?? [])
        printed.push(await paste(stage, { cwd: repository, env: { ...(await job()), APPROVED_BY: 'anna' } }));
      return printed;
    },
    async remove() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A registry with the libraries, which the portal's team has published. */
export async function startRegistry(): Promise<TestRegistry> {
  const registry = await startTestRegistry();
  await paste(await readCommands('portal'), { cwd: ROOT, env: { PORTAL_REGISTRY: registry.url } });
  return registry;
}
