import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openFolderStore } from '@portal/release/store';
import { SamplePortal } from '@portal/web-server/testing';
import { runCommand } from '../scripts/processes/run-command.ts';

/**
 * Runs `npm run lab -- …` at its smallest. The commands that need a running portal and a browser are in
 * e2e/src/lab.spec.ts.
 */
async function lab(words: string, env: Readonly<Record<string, string>> = {}) {
  return await runCommand({
    file: process.execPath,
    args: [join(import.meta.dirname, '../scripts/run.mjs'), 'lab/main.ts', ...words.split(' ').filter(Boolean)],
    cwd: join(import.meta.dirname, '..'),
    // Jest's own would be those of the commands, too.
    env: { NODE_OPTIONS: undefined, JEST_WORKER_ID: undefined, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
  });
}

const NAMES = /^ {2}([a-z-]+) +\S/gm;

test.each([
  ['no name', '', 'Usage: npm run lab -- NAME'],
  ['a wrong one', 'microscope', 'There is no "microscope" in the lab.'],
])('with %s, the names are listed, and each has its module', async (_, words, said) => {
  const { code, output } = await lab(words);
  expect(output).toContain(said);
  const names = [...output.matchAll(NAMES)].map(([, name = '']) => name);
  expect(names).toContain('bench');
  expect(names.filter((name) => !existsSync(join(import.meta.dirname, name, 'main.ts')))).toEqual([]);
  expect(code).toBe(1);
});

test('bench prints how long those wait who work on the portal', async () => {
  const { code, output } = await lab('bench --development --rounds 1');
  expect(output).toMatch(/^(\| `npm .+ \| \d+\.\d \| .+ \|\s+){3}/m);
  expect(code).toBe(0);
});

test('capacity prints what visits cost, of which the first ones make more requests', async () => {
  const state = await mkdtemp(join(tmpdir(), 'portal-capacity-'));
  const portal = new SamplePortal(openFolderStore(join(state, 'store'), { state }));
  await portal.publishAll();
  await portal.release();
  const { code, output } = await lab('capacity --seconds 1 --warm-up 0.2 --load 0.1', { PORTAL_STATE: state });
  expect(output).toMatch(/^Two cores: {2}[\d,]+ visits a day/m);
  expect(output).toMatch(/^Open tabs: {2}.+ 10,000 visible ones take \d+ % of a core/m);
  const [, first, returning] =
    /first visit [\d.]+ ms \((\d+) requests\), returning [\d.]+ ms \((\d+)\)/.exec(output) ?? [];
  expect(Number(returning)).toBeGreaterThan(6);
  expect(Number(first)).toBeGreaterThan(Number(returning));
  expect(code).toBe(0);
  await rm(state, { recursive: true });
});

test('endurance prints its row', async () => {
  // Its exit code is for the memory, of which three seconds say nothing.
  const { output } = await lab('endurance --minutes 0.05 --measure 0.2 --release-every 1');
  expect(output).toMatch(/^\| \d+ \| [\d,]+ \| [\d,]+ \| \d+ \| 0 \| 0 \|/m);
});

test('mutants says where a small bug was noticed', async () => {
  const { code, output } = await lab('mutants --only hub-type-cui100-is-unknown --lane fast');
  expect(output).toContain('1 mutants: 1 died in the fast lane, 0 in the full one, 0 survived');
  expect(code).toBe(0);
});

test('files counts those that a page and a promotion pass', async () => {
  const { code, output } = await lab('files');
  expect(output).toMatch(/^The request of a page: \d\d files\nA promotion: \d\d files$/m);
  expect(code).toBe(0);
});

test('simulate prints its tables', async () => {
  const { code, output } = await lab('simulate --sample');
  expect(output).toContain('| --- |');
  expect(code).toBe(0);
});

test('reliability runs tests that count what they try, and prints how much it was', async () => {
  const { code, output } = await lab('reliability packages/portal/session');
  expect(output).toContain('| What was tried | Tried | Passed | Listed exceptions |');
  expect(output).toContain('There is no exception.');
  expect(code).toBe(0);
});

test('first-day prints how long each step takes', async () => {
  const { code, output } = await lab('first-day --filled --steps 1');
  expect(output).toMatch(/^\| Clone +\| +\d+ s \|$/m);
  expect(code).toBe(0);
});
