import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { partsOf } from '../../scripts/start/parts.ts';
import { catalogueOf } from './catalogue.ts';
import { readPart } from './part.ts';

const ROOT = join(import.meta.dirname, '../..');
const WRONG = 'there.is.no.such.text';

/** What the type checker says of a source in the part's own project. */
async function typeErrors(part: string, source: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(ROOT, part, 'node_modules/.typed-keys-'));
  try {
    await writeFile(join(folder, 'source.ts'), source);
    const config = { extends: '../../tsconfig.json', include: [], files: ['source.ts', '../../src/texts.d.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { output } = await runCommand({
      file: process.execPath,
      args: [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', folder],
      cwd: ROOT,
      env: { NODE_OPTIONS: undefined },
    });
    return output.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(partsOf(ROOT))('in %s a key without a text is a type error, and one with a text is none', async (part) => {
  const { name } = JSON.parse(await readFile(join(ROOT, part, 'package.json'), 'utf8')) as { readonly name: string };
  const { locales } = await readPart(join(ROOT, part));
  const [right = ''] = catalogueOf(locales.at(-1)?.messages.en ?? {}).keys();
  const errors = await typeErrors(
    part,
    `import { useTranslation } from '@portal/i18n';
     export function useTexts() { const { t } = useTranslation('${name}'); return [t('${right}'), t('${WRONG}')]; }`,
  );
  expect(errors).toEqual([expect.stringContaining(`Argument of type '"${WRONG}"' is not assignable`)]);
});
