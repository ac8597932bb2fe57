import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleProgram, SERVERS_NODE } from '../libraries/bundle-program.ts';

/** The programs that tests start most often, by the names that `testProgram` has for them. */
const PROGRAMS = {
  'release-command': 'packages/releases/core/src/cli/main.ts',
  'web-server': 'packages/delivery/web-server/src/main.ts',
} as const;

/** Programs of one file each, in a folder of the run. */
interface TestPrograms {
  /** For TEST_PROGRAMS. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Bundles the programs that tests start hundreds of times: from one file they start in a quarter of the time that their
 * sources take.
 * @throws {PlainError} with the bundler's message.
 */
export async function bundleTestPrograms(root: string): Promise<TestPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-programs-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const [name, entry] of Object.entries(PROGRAMS)) {
    const files = await bundleProgram({ folder: root, entry: `./${entry}`, name, node: SERVERS_NODE });
    for (const [path, text] of files) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }
  // Which the web server reads beside its code.
  await cp(join(root, 'packages/delivery/web-server/site'), join(folder, 'web-server/site'), { recursive: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
