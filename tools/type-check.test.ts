import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { runCommand } from '../scripts/processes/run-command.ts';
import { partsOf } from '../scripts/start/parts.ts';
import { catalogueOf } from './catalogues/catalogue.ts';
import { readPart } from './catalogues/part.ts';

const ROOT = join(import.meta.dirname, '..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** A source that the type checker gets in addition to those of a project, below the folder of the package that it belongs to. */
interface Probe {
  readonly folder: string;
  readonly source: string;
}

/** Checks a whole project with a probe in some of its packages. @returns the messages about each probe, by its folder; '' is the project itself. */
async function checkWith(project: string, probes: readonly Probe[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const folders: string[] = [];
  const makeFolder = async (parent: string) => {
    const folder = await mkdtemp(join(ROOT, parent, 'node_modules/.type-check-'));
    folders.push(folder);
    return folder;
  };
  try {
    const own = await makeFolder('.');
    const names = new Map<string, string>();
    for (const { folder, source } of probes) {
      const file = join(await makeFolder(folder), 'probe.ts');
      await writeFile(file, source);
      names.set(relative(ROOT, file), folder);
    }
    // With `include` from the project itself.
    const config = { extends: join(ROOT, project), files: [...names.keys()].map((name) => join(ROOT, name)) };
    await writeFile(join(own, 'tsconfig.json'), JSON.stringify(config));
    const { output } = await runCommand({
      file: process.execPath,
      args: [TSC, '--noEmit', '--pretty', 'false', '-p', own],
      cwd: ROOT,
      env: { NODE_OPTIONS: undefined },
    });
    const lines = output.split('\n').filter((line) => line.includes('error TS'));
    return Map.groupBy(lines, (line) => names.get(line.slice(0, line.indexOf('('))) ?? '');
  } finally {
    await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true, force: true })));
  }
}

const WRONG = 'there.is.no.such.text';

async function textProbe(part: string): Promise<Probe> {
  const { name } = JSON.parse(await readFile(join(ROOT, part, 'package.json'), 'utf8')) as { readonly name: string };
  const { locales } = await readPart(join(ROOT, part));
  const [right = ''] = catalogueOf(locales.at(-1)?.messages.en ?? {}).keys();
  return {
    folder: part,
    source: `import { useTranslation } from '@portal/i18n';
       export function useTexts() { const { t } = useTranslation('${name}'); return [t('${right}'), t('${WRONG}')]; }`,
  };
}

test('browser code cannot use Node, and a key without a text is a type error in every part', async () => {
  const parts = partsOf(ROOT);
  const noNode = { folder: 'packages/ui', source: 'export const it = [document.title, process.pid, Buffer.from([])];' };
  const errors = await checkWith('tsconfig.browser.json', [noNode, ...(await Promise.all(parts.map(textProbe)))]);
  expect(Object.fromEntries(errors)).toEqual({
    [noNode.folder]: [expect.stringContaining("'process'"), expect.stringContaining("'Buffer'")],
    ...Object.fromEntries(
      parts.map((part) => [part, [expect.stringContaining(`Argument of type '"${WRONG}"' is not assignable`)]]),
    ),
  });
});

test('code that runs in Node cannot use the page', async () => {
  const noPage = {
    folder: 'packages/web-server',
    source: 'export const it = [process.pid, document.title, window.location];',
  };
  const errors = await checkWith('tsconfig.node.json', [noPage]);
  expect(Object.fromEntries(errors)).toEqual({
    [noPage.folder]: [expect.stringContaining("'document'"), expect.stringContaining("'window'")],
  });
});
