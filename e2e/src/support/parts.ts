import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

/** Runs `npm run release -- …` on the store of a portal in `stateFolder`. @throws with what it wrote when it refuses. */
export async function releaseCommand(stateFolder: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [
    join(ROOT, 'packages/release/src/cli/main.ts'),
    ...words,
    '--store',
    join(stateFolder, 'store'),
  ]);
  return stdout;
}
