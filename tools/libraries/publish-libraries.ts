import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { pnpm } from '../../scripts/bootstrap/install.mjs';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { writeLibraries } from './write-libraries.ts';

/**
 * Publishes the versions of the libraries that a registry does not have yet. Whoever publishes is known to npm and pnpm.
 * @throws {PlainError} with what pnpm says.
 */
export async function publishLibraries(
  root: string,
  registry: string,
  onOutput?: (text: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-libraries-'));
  try {
    await writeLibraries(root, folder);
    // It wins over what a person's own settings say of @portal.
    await writeFile(join(folder, '.npmrc'), `@portal:registry=${registry}\n`);
    const { command, args } = pnpm('publish', '--recursive', '--registry', registry, '--no-git-checks');
    const { code, output } = await runCommand({ file: command, args, cwd: folder, ...(onOutput && { onOutput }) });
    if (code !== 0) throw new PlainError(`The libraries could not be published:\n${output}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
