import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../../../packages/release/src/cli/main.ts');

/**
 * What `npm run release -- …` prints on standard output, whatever its exit code is. A command that opens pages does so in Chromium's headless
 * shell, if the runner names it.
 */
export async function releaseOutput(stateFolder: string, ...words: string[]): Promise<string> {
  const args = [MAIN, ...words, '--store', join(stateFolder, 'store')];
  const { HEADLESS_SHELL_PATH, CHROMIUM_PATH } = process.env;
  const env = { ...process.env, PORTAL_STATE: stateFolder, CHROMIUM_PATH: HEADLESS_SHELL_PATH ?? CHROMIUM_PATH };
  const { stdout } = await run(process.execPath, args, { env }).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string')
      return { stdout: error.stdout };
    throw error;
  });
  return stdout;
}
