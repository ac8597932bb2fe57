import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseDeclaration } from '@portal/contract/declaration';
import { CONTRACT_VERSION, satisfiesCaret } from '@portal/contract/version';
import { partsOf } from './start/parts.ts';

const ROOT = join(import.meta.dirname, '..');

async function contractOf(file: string): Promise<string> {
  return parseDeclaration(file, JSON.parse(await readFile(join(ROOT, file), 'utf8'))).contract;
}

test('the shell provides the contract version of this checkout', async () => {
  expect(await contractOf('shell/shell.json')).toBe(`^${CONTRACT_VERSION}`);
});

test.each(partsOf(ROOT).filter((part) => part !== 'shell'))('%s supports this contract version', async (part) => {
  const range = await contractOf(`${part}/remote.json`);
  expect({ range, fits: satisfiesCaret(CONTRACT_VERSION, range) }).toEqual({ range, fits: true });
});
