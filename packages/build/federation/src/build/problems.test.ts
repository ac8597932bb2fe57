import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parseJson } from '@portal/contract/parse-json';
import { rspack } from '@rspack/core';
import type { Stats } from '@rspack/core';
import { locate, readProblems, thrownProblem } from './problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'problems-'));
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

afterAll(() => rmSync(folder, { recursive: true }));

const build = (entry: string): Promise<Stats> =>
  new Promise((resolve, reject) => {
    const compiler = rspack({ mode: 'development', context: folder, entry, output: { path: join(folder, 'dist') } });
    compiler.run((error, stats) => (stats ? resolve(stats) : reject(error ?? new Error('nothing was built'))));
  });

test('a mistake is found where it is in the source', async () => {
  const file = write('broken.js', 'const a = 1;\nconst b = ;\n');
  const [problem] = readProblems('mfe-hubs', await build('./broken.js'));
  expect(problem).toMatchObject({ severity: 'error', place: { file, line: 2 } });
});

test('an import that leads nowhere is found in its line', async () => {
  const file = write('lost.js', "const a = 1;\n\nimport './nowhere.js';\n");
  const [problem] = readProblems('mfe-hubs', await build('./lost.js'));
  expect(problem).toMatchObject({ place: { file, line: 3, column: 9 } });
  expect(problem?.frame).toMatch(/^> 3 \| import '\.\/nowhere\.js';$/m);
});

test('JSON names the line of its mistake, without the stack of the loader', async () => {
  const loader = write(
    'loader.cjs',
    'module.exports = (text) => `export default ${JSON.stringify(JSON.parse(text))}`;',
  );
  const file = write('texts.txt', '{\n  "a": "b"\n  "c": "d"\n}\n');
  const [problem] = readProblems('mfe-hubs', await build(`${loader}!./texts.txt`));
  expect(problem).toMatchObject({ place: { file, line: 3 } });
  expect(problem?.text).not.toMatch(/^\W*at /m);
});

test('a mistake in a declaration is found in its line', () => {
  const file = write('remote.json', '{\n  "name" "mfe-hubs"\n}\n');
  let thrown: unknown;
  try {
    parseJson(file, readFileSync(file, 'utf8'));
  } catch (error) {
    thrown = error;
  }
  const problem = thrownProblem('mfe-hubs does not build', thrown);
  expect(problem).toMatchObject({ place: { file, line: 2, column: 10 } });
  expect(problem.text).not.toContain(file);
});

test('a place shows the lines around it', () => {
  const file = write('ten.txt', Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n'));
  expect(locate(file, 9, 3).frame).toBe(
    ['   7 | line 7', '   8 | line 8', '>  9 | line 9', '     |   ^', '  10 | line 10'].join('\n'),
  );
  expect(locate(join(folder, 'gone'), 1, 1).frame).toBe('');
});
