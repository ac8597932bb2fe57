import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copySources } from '../../scripts/testing/source-copy.ts';
import { expect, test } from './support/watched-test.ts';

const run = promisify(execFile);
const PART = 'mfe-developer';

test('a published version is built again from its commit, in another folder, with the same bytes', async () => {
  test.setTimeout(360_000);
  const sources = await copySources(['docs'], { install: true });
  const env = { ...process.env, PORTAL_STATE: join(sources.root, '.portal'), STORE: undefined };
  const inSources = async (file: string, ...args: readonly string[]) =>
    (await run(file, args, { cwd: sources.root, env })).stdout;
  try {
    await inSources('git', 'init', '--quiet');
    await inSources('git', 'add', '.');
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    await inSources('git', ...author, 'commit', '--quiet', '--message', 'test');
    await sources.build(PART);
    await inSources(process.execPath, 'packages/releases/core/src/cli/main.ts', 'publish', PART, '--ahead');
    expect(await inSources(process.execPath, 'lab/main.ts', 'rebuild', `${PART}@1.0.0`)).toContain(
      `${PART} 1.0.0: same bytes.`,
    );
  } finally {
    await sources.remove();
  }
});
