import { join } from 'node:path';
import { runCommand } from '../processes/run-command.ts';
import { BuildError } from './build-parts.ts';

/** Runs the bundler in the part's folder. @throws {BuildError} with its output; an AbortError when `signal` says so. */
export async function bundle(root: string, part: string, versionSuffix: string, signal: AbortSignal): Promise<void> {
  const folder = join(root, part);
  const rspack = join(folder, 'node_modules/@rspack/cli/bin/rspack.js');
  const { code, output } = await runCommand({
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', rspack, 'build'],
    cwd: folder,
    env: { PORTAL_VERSION_SUFFIX: versionSuffix, NODE_ENV: 'production' },
    signal,
  });
  if (code !== 0) throw new BuildError(`${part} does not build:\n${output}`);
}
