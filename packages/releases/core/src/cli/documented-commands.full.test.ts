import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { runCommandLine } from './run.ts';
import { GOOD_FAILED, GOOD_MS, GOOD_VISITS } from '../policy/assess-version.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const readPage = async (name: string) => await readFile(join(ROOT, name), 'utf8');
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })];

/** A command in quotation marks ends with them, any other with its line or code. */
const WRITTEN = /"npm run release -- ([a-z][^"]*)"|(?:npm run release -- |portal-release )([a-z][^`\n]*)/g;

/** The words of a command as a shell would take them, without what it computes, redirects and leaves to others. */
const getWords = (command: string) =>
  [
    ...command
      .replace(/\$\([^)]*\)/, 'x')
      .replace(/[<>|#].*$/, '')
      .matchAll(/"([^"]*)"|(\S+)/g),
  ].map(([, quoted, plain]) => quoted ?? plain ?? '');

test.each(PAGES)('%s has only commands and options of the release command that exist', async (name) => {
  jest.spyOn(console, 'log').mockReturnValue();
  jest.spyOn(console, 'error').mockReturnValue();
  const commands = (await readPage(name)).matchAll(WRITTEN);
  for (const [, quoted, command = quoted ?? ''] of commands)
    expect([command, await runCommandLine([...getWords(command), '--help'])]).toEqual([command, 0]);
});

test('the page lists every exit code of the command', async () => {
  const codes = [...(await readPage('docs/releasing.md')).matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
  const { EXIT } = await import('../service-api/exit-codes.ts');
  expect(codes).toEqual(Object.values(EXIT));
});

test('docs/release-policy.md gives the figures of the rule for known good versions', async () => {
  const page = await readPage('docs/release-policy.md');
  const hours = String(GOOD_MS / (60 * 60 * 1000));
  expect(page).toContain(`for ${hours} hour and ${String(GOOD_VISITS)} visits`);
  expect(page).toContain(`at most ${String(GOOD_FAILED * 100)} % failed`);
});
