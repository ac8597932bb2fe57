import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { pnpm } from '../../scripts/bootstrap/install.mjs';
import { runCommand } from '../../scripts/processes/run-command.ts';
import type { WrittenLibrary } from './write-libraries.ts';
import { writeLibraries } from './write-libraries.ts';

/** How npm says that a registry lacks a package, or this version of it. */
const LACKS = /\b(?:E404|ETARGET)\b/;

/** Whether a registry has this version of a library with other files. @throws {PlainError} with what npm says. */
async function isChanged({ name, version, folder }: WrittenLibrary, registry: string): Promise<boolean> {
  const compared = [`--diff=${name}@${version}`, `--diff=file:${folder}`, '--diff-name-only'];
  // npm's cache, and a person's own settings, may hide what is young.
  const present = [`--@portal:registry=${registry}`, '--prefer-online', '--min-release-age=0'];
  const { code, output } = await runCommand({
    file: 'npm',
    args: ['diff', ...compared, ...present, '--loglevel=error'],
    cwd: folder,
    env: { NODE_NO_WARNINGS: '1' },
  });
  if (code !== 0 && !LACKS.test(output))
    throw new PlainError(`What the registry has of ${name} cannot be read:\n${output}`);
  return code === 0 && output.trim() !== '';
}

/** @throws {PlainError} naming the libraries of which a registry has this version with other files. */
async function checkUnchanged(libraries: readonly WrittenLibrary[], registry: string): Promise<void> {
  const areChanged = await Promise.all(libraries.map((library) => isChanged(library, registry)));
  const changed = libraries.filter((_, index) => areChanged[index]);
  if (changed.length === 0) return;
  const names = changed.map(({ name, version }) => `${name} ${version}`).join(', ');
  const told = [...new Set(changed.map(({ toldBy }) => toldBy))].toSorted().join();
  throw new PlainError(
    `Nothing is published: the registry has other files of ${names}, and a version is published once. ` +
      `Say what has changed, unless a changeset does: npm run changeset -- --patch ${told} -m "What it means for a remote". ` +
      'Then make a version, and commit it: npm run changeset -- version',
  );
}

/**
 * Publishes the versions of the libraries that a registry does not have yet. Whoever publishes is known to npm and pnpm.
 * @throws {PlainError} with what pnpm says, or naming the libraries that have changed within their version.
 */
export async function publishLibraries(
  root: string,
  registry: string,
  onOutput?: (text: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-libraries-'));
  try {
    await checkUnchanged(await writeLibraries(root, folder), registry);
    // It wins over what a person's own settings say of @portal.
    await writeFile(join(folder, '.npmrc'), `@portal:registry=${registry}\n`);
    const { command, args } = pnpm('publish', '--recursive', '--registry', registry, '--no-git-checks');
    const { code, output } = await runCommand({ file: command, args, cwd: folder, ...(onOutput && { onOutput }) });
    if (code !== 0) throw new PlainError(`The libraries could not be published:\n${output}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
