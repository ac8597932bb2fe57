import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SampleStore } from '../operations/testing.ts';
import { contentName } from '../testing.ts';
import { runRelease } from './testing.ts';

const SCRIPT = 'const t=e=>{let n={onClick:()=>e.a()};return n};export{t};';
/** Where `e.a()` and `return` are, from 1; behind them is code of the bundler. */
const [CALL, RETURN] = [SCRIPT.indexOf('e.a()') + 1, SCRIPT.indexOf('return') + 1];
/** [column of the script, source, line, column, name], all from 0. */
const MAP = {
  version: 3,
  sources: ['mfe-hubs/src/hub-row.tsx'],
  names: ['HubRow', 'hub', 'release'],
  mappings: [
    [[0, 0, 4, 0], [6, 0, 4, 6, 0], [8, 0, 4, 15, 1], [CALL - 1, 0, 6, 20, 1], [RETURN - 1, 0, 7, 2], [RETURN + 8]],
  ],
};
const BUILD = {
  contents: { 'entry.js': 'entry', 'main.js': SCRIPT, 'other.js': 'other' },
  sourceMaps: { 'main.js': MAP },
};
const MAIN = contentName('main.js', SCRIPT);
const at = (column: number) => `mfe-hubs/${MAIN}:1:${String(column)}`;

let sample: SampleStore;
const explain = (...words: string[]) => runRelease(['explain', ...words, '--store', join(sample.folder, 'store')]);

beforeEach(async () => {
  sample = await SampleStore.make('folder');
  await sample.publish('mfe-hubs', '1.1.0', BUILD);
});
afterEach(() => sample.remove());

describe('explain', () => {
  test('gives file, line, column, functions and commit', async () => {
    const { code, stdout } = await explain(at(CALL));
    expect(stdout).toBe(
      `mfe-hubs/src/hub-row.tsx:7:21, in onClick, in HubRow\n(mfe-hubs 1.1.0, commit ${'c'.repeat(40)})\n`,
    );
    expect(code).toBe(0);
  });

  test('replaces the positions in a stack trace, and their addresses', async () => {
    const stack = `TypeError: x\n    at t (https://portal.example.com/assets/${at(CALL)})\n    at http://localhost:4000/assets/${at(RETURN)}`;
    const { stdout } = await explain(stack);
    expect(stdout).toContain(
      'TypeError: x\n    at t (mfe-hubs/src/hub-row.tsx:7:21, in onClick, in HubRow)\n    at mfe-hubs/src/hub-row.tsx:8:3, in HubRow\n',
    );
  });

  test('works for an earlier version, and names those that share the file', async () => {
    await sample.publish('mfe-hubs', '1.2.0', BUILD);
    await sample.publish('mfe-hubs', '1.3.0', { contents: { 'entry.js': 'new' } });
    const { stdout } = await explain(at(CALL));
    expect(stdout).toContain('(mfe-hubs 1.2.0, commit ');
    expect(stdout).toContain('; the same file is in 1.1.0)');
  });

  test.each([
    ['a file of no version', 'mfe-hubs/main.0123456789abcdef.js:1:1', 'No version of mfe-hubs in the store has main.'],
    [
      'a version without source maps',
      `mfe-legal/${contentName('entry.js', 'mfe-legal 1.0.0')}:1:1`,
      'mfe-legal 1.0.0 was built without source maps.',
    ],
    ['code of the bundler', at(SCRIPT.length - 3), 'The source map of mfe-hubs 1.1.0 knows no source there'],
    [
      'a script without a map',
      `mfe-hubs/${contentName('other.js', 'other')}:1:1`,
      'The source map of mfe-hubs 1.1.0 knows no source there',
    ],
  ])('says why it cannot explain a position in %s', async (_what, position, reason) => {
    const { code, stdout } = await explain(position);
    expect(stdout).toContain(`WARNING: ${position}: ${reason}`);
    expect(code).toBe(6);
  });

  test('keeps what it cannot explain as it is', async () => {
    const unknown = 'mfe-hubs/main.0123456789abcdef.js:1:1';
    const { code, stdout } = await explain(`at ${unknown}\nat ${at(RETURN)}`);
    expect(stdout).toContain(`at ${unknown}\nat mfe-hubs/src/hub-row.tsx:8:3, in HubRow\n`);
    expect(code).toBe(6);
  });

  test('refuses an input without a position, and a part that the store does not know', async () => {
    expect(await explain('TypeError: x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no position of a script in the input.'),
    });
    expect(await explain(`mfe-hub/${MAIN}:1:1`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean mfe-hubs?'),
    });
  });

  test('says what to do about damaged source maps', async () => {
    const [key = ''] = await sample.store.driver.list('artifacts/mfe-hubs/source-maps/');
    await sample.write(key, 'damaged');
    expect(await explain(at(CALL))).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/source-maps\/1\.1\.0\.[0-9a-f]{16}\.zip is damaged: .* publish mfe-hubs again/),
    });
  });
});
