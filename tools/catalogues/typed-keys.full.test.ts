import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { listParts } from '../../scripts/start/parts.ts';
import { getCatalogue } from './catalogue.ts';
import { readPart } from './part.ts';

const ROOT = join(import.meta.dirname, '../..');
const PARTS = listParts(ROOT);
const WRONG = 'there.is.no.such.text';

const folders: string[] = [];
/** Part -> what the type checker reports about its use of texts. */
const errors = new Map<string, string[]>();

async function useTexts(part: string): Promise<string> {
  const { name } = JSON.parse(await readFile(join(ROOT, part, 'package.json'), 'utf8')) as { readonly name: string };
  const { locales } = await readPart(join(ROOT, part));
  const [right = ''] = getCatalogue(locales.at(-1)?.messages.en ?? {}).keys();
  return `import { useTranslation } from '@portal/i18n';
    export function useTexts() { const { t } = useTranslation('${name}'); return [t('${right}'), t('${WRONG}')]; }`;
}

/** A folder with what is installed in `parent`; one within it would disturb tests that copy the sources. */
async function makeFolder(parent: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'typed-keys-')));
  folders.push(folder);
  await symlink(join(ROOT, parent, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** One run of the type checker for all parts. */
beforeAll(async () => {
  const sources = new Map<string, string>();
  for (const part of PARTS) {
    const file = join(await makeFolder(part), 'source.ts');
    await writeFile(file, await useTexts(part));
    sources.set(relative(ROOT, file), part);
  }
  const files = [...sources].flatMap(([file, part]) => [join(ROOT, file), join(ROOT, part, 'src/texts.d.ts')]);
  const project = await makeFolder('.');
  const config = { extends: join(ROOT, 'tsconfig.browser.json'), include: [], files };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  const { output } = await runCommand({
    file: process.execPath,
    args: [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', project],
    cwd: ROOT,
    env: { NODE_OPTIONS: undefined },
  });
  for (const line of output.split('\n').filter((each) => each.includes('error TS'))) {
    const part = sources.get(line.slice(0, line.indexOf('('))) ?? '';
    errors.set(part, [...(errors.get(part) ?? []), line]);
  }
});

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test.each(PARTS)('in %s a key without a text is a type error, and a key with a text is not', (part) => {
  expect(errors.get(part)).toEqual([expect.stringContaining(`Argument of type '"${WRONG}"' is not assignable`)]);
});
