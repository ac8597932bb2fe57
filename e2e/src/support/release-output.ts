import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

/** A command that opens pages does so in Chromium's headless shell, if the runner names it. */
async function readOutput(program: string, stateFolder: string, words: readonly string[]): Promise<string> {
  const { HEADLESS_SHELL_PATH, CHROMIUM_PATH } = process.env;
  const env = {
    ...process.env,
    PORTAL_STATE: stateFolder,
    STORE: join(stateFolder, 'store'),
    CHROMIUM_PATH: HEADLESS_SHELL_PATH ?? CHROMIUM_PATH,
  };
  const { stdout } = await run(process.execPath, [join(ROOT, program), ...words], { env }).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string')
      return { stdout: error.stdout };
    throw error;
  });
  return stdout;
}

/** What `npm run release -- …` prints on standard output, whatever its exit code is. */
export const releaseOutput = (stateFolder: string, ...words: string[]) =>
  readOutput('packages/releases/core/src/cli/main.ts', stateFolder, words);

/** What `npm run lab -- …` prints on standard output, whatever its exit code is. */
export const labOutput = (stateFolder: string, ...words: string[]) => readOutput('lab/main.ts', stateFolder, words);
