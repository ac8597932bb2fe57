import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { expect, test } from './support/portal.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MS = 300_000;

/** Runs `npm run lab -- …` at its smallest. The commands that need no browser are in lab/lab.full.test.ts. */
async function lab(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const args = [join(ROOT, 'scripts/run.mjs'), 'lab/main.ts', ...words];
  return await runCommand({ file: process.execPath, args, cwd: ROOT, env: { NO_COLOR: '1', ...env } });
}

test('bench prints the portal beside one application', async () => {
  test.setTimeout(LIMIT_MS);
  const { code, output } = await lab([
    'bench',
    '--rounds',
    '1',
    '--pages',
    'settings',
    '--variants',
    'floor,usual,portal',
  ]);
  expect(output).toContain('| `/settings`: rows, cold, (c) / (a) |');
  expect(output).toContain('| `/settings`: rows, cold, (c) / (0) |');
  expect(output).toMatch(/^\| `\/settings` cold: content \| \d+ \| \d+ \| \d+ \|$/m);
  expect(code).toBe(0);
});

test('sheet takes the pictures that are missing, and writes the page that shows them', async ({ portal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-sheet-'));
  const words = '--engine chromium --width 320 --language de --theme dark --screen login';
  const run = async () => await lab(['sheet', ...words.split(' '), '--folder', folder], { BASE_URL: portal.url });
  const taken = 'chromium, login, dark, de (1 of 1)';
  const [first, second] = [await run(), await run()];
  expect(first.output).toContain(taken);
  expect(first.output).toContain('1 pictures, 0 pages failed');
  expect(second.output).not.toContain(taken);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(await readdir(join(folder, 'pictures'))).toEqual(['login.chromium.dark.de.320.png']);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('login: chromium, 320 px, dark, de');
  await rm(folder, { recursive: true });
});

test('lighthouse prints the scores of a page', async ({ portal }) => {
  test.setTimeout(LIMIT_MS);
  const { code, output } = await lab(['lighthouse', portal.url, '--pages', '/login']);
  expect(output).toMatch(/^\/login +accessibility \d+, best-practices \d+, seo \d+$/m);
  expect(code).toBe(0);
});
