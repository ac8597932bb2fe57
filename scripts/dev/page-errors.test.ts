import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Builds } from './builds.ts';
import { pageProblem } from './page-errors.ts';
import { sampleBuild } from './testing.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parts-'));
});
afterEach(() => rm(root, { recursive: true }));

/** The first column of the first line is in the third line of the source. */
const MAP = JSON.stringify({ mappings: 'AAEA', names: [], sources: ['webpack:///mfe-hubs/src/pages/page.tsx'] });
const STACK = 'Error\n    at http://localhost:4000/assets/mfe-hubs/main.js:1:1';

test.each([
  ['all parts', 'mfe-hubs', 'mfe-hubs/src/pages/page.tsx'],
  ['one part', '.', 'src/pages/page.tsx'],
])('an error of a page has its place in a repository with %s', async (_what, folder, file) => {
  await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, folder, 'remote.json'), '{}');
  const builds = new Builds();
  builds.take(sampleBuild('mfe-hubs', { files: { 'main.js.map': MAP } }));
  expect(pageProblem(root, builds, { message: 'no', stack: STACK })).toMatchObject({
    text: 'no',
    place: { file: join(root, file), line: 3 },
  });
});
