import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { runCommandLine } from './run.ts';
import { GOOD_FAILED, GOOD_MS, GOOD_VISITS } from '../policy/assess-version.ts';
import { contentName, promoteAll } from '../testing.ts';

const readPage = async (name: string) => await readFile(join(import.meta.dirname, '../../../../../docs', name), 'utf8');
const PAGE = await readPage('releasing.md');
const COMMANDS = [...`${PAGE}\n${await readPage('store.md')}`.matchAll(/```sh\n([^]*?)```/g)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .filter((line) => line.startsWith('npm run release -- '))
  .map((line) => line.replace('npm run release -- ', '').replace(/ +#.*$/, ''))
  // e2e/src/check.spec.ts runs those that need a browser.
  .filter((command) => !command.startsWith('check '));

/** The words of a command as a shell would take them. */
const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

let sample: SampleStore;
const MAP = { version: 3, sources: ['mfe-hubs/src/remote.ts'], names: [], mappings: [[[0, 0, 0, 0]]] };
/** A position in the entry of mfe-hubs 1.1.0. */
const POSITION = `mfe-hubs/${contentName('entry.js', 'mfe-hubs 1.1.0')}:1:1`;

/** mfe-hubs 1.0.0 was live, 1.1.0 is, 1.2.0 is published; where a command publishes, 1.3.0 is built. */
beforeEach(async () => {
  sample = await SampleStore.make('folder');
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: sample.folder });
  await sample.publish('mfe-hubs', '1.1.0', { sourceMaps: { 'entry.js': MAP } });
  await sample.publish('mfe-hubs', '1.2.0');
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
});
afterEach(() => sample.remove());

test('the page lists commands', () => {
  expect(COMMANDS.length).toBeGreaterThan(12);
});

test.each(COMMANDS)('the command "%s" works as the pages say', async (command) => {
  const output = jest.spyOn(console, 'log').mockReturnValue();
  const errors = jest.spyOn(console, 'error').mockReturnValue();
  const words = wordsOf(command);
  // Its folder, because the repository may contain no builds.
  if (words[0] === 'publish') words.splice(1, 1, await sample.build('mfe-hubs', '1.3.0'));
  // Folders, because the example names no stores.
  if (words[1] === 'copy')
    words.splice(2, 4, '--from', join(sample.folder, 'store'), '--to', join(sample.folder, 'production'));
  // A file of the store, because the example has no content; what stands after "<" is for the shell.
  if (words[0] === 'explain') words.splice(1, words.length, POSITION);
  expect(await runCommandLine([...words, '--store', join(sample.folder, 'store')])).toBe(0);
  expect(errors).not.toHaveBeenCalled();
  expect(output).toHaveBeenCalledTimes(1);
});

test('docs/operating.md has only commands and options that exist', async () => {
  const output = jest.spyOn(console, 'log').mockReturnValue();
  const page = await readPage('operating.md');
  const commands = [...page.matchAll(/^portal-release (.+?)(?: +#.*)?$/gm)].map(([, words = '']) => words);
  expect(commands.length).toBeGreaterThan(4);
  for (const command of commands)
    expect([command, await runCommandLine([...wordsOf(command), '--help'])]).toEqual([command, 0]);
  expect(output).toHaveBeenCalledTimes(commands.length);
});

test('the page lists every exit code of the command', async () => {
  const codes = [...PAGE.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
  const { EXIT } = await import('../service-api/exit-codes.ts');
  expect(codes).toEqual(Object.values(EXIT));
});

test('docs/release-policy.md gives the figures of the rule for known good versions', async () => {
  const page = await readPage('release-policy.md');
  const hours = String(GOOD_MS / (60 * 60 * 1000));
  expect(page).toContain(`for ${hours} hour and ${String(GOOD_VISITS)} visits`);
  expect(page).toContain(`at most ${String(GOOD_FAILED * 100)} % failed`);
});
