import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, parse, relative } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { runCommand } from '../../scripts/processes/run-command.ts';
import type { CommandResult } from '../../scripts/processes/run-command.ts';
import type { ReportedFile } from './jest-reporter.ts';
import type { Mutant } from './mutant.ts';
import { getEnd, runLimit, getStart } from './outcome.ts';
import type { TestRun, Verdict } from './outcome.ts';

const REPORTER = join(import.meta.dirname, 'jest-reporter.ts');
const FULL_FILE = /\.full\.test\.tsx?$/;

const ReportedSchema: v.GenericSchema<unknown, ReportedFile> = v.object({
  file: v.string(),
  passed: v.number(),
  failed: v.array(v.object({ title: v.string(), message: v.string() })),
  broken: v.boolean(),
});

async function jest(root: string, args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return await runCommand({
    file: process.execPath,
    args: ['node_modules/jest/bin/jest.js', ...args],
    cwd: root,
    env: { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning', NO_COLOR: '1', ...env },
    signal: runLimit(),
  });
}

/**
 * How near a test is to the mutated file: its own, one of that name or that imports it, of its folder, its package,
 * elsewhere. Most die in their own.
 */
async function distance(root: string, file: string, path: string): Promise<number> {
  const { dir, name, base } = parse(file);
  if (path.startsWith(`${dir}/${name}.`)) return 0;
  if (basename(path).startsWith(`${name}.`) || (await readFile(join(root, path), 'utf8')).includes(`/${base}'`))
    return 1;
  if (dirname(path) === dir) return 2;
  const [part = ''] = /^(?:packages\/(?:node-kit|[^/]+\/[^/]+)|[^/]+)\//.exec(file) ?? [];
  return path.startsWith(part) ? 3 : 4;
}

/** The Jest files that belong to a mutant, in groups, the nearest first. */
async function groupsFor({ file, tests }: Mutant, { root, lane }: TestRun): Promise<readonly string[][]> {
  const listed = tests ?? (await jest(root, ['--listTests', '--findRelatedTests', file])).output.split('\n');
  const all = listed
    .map((path) => (tests ? path : relative(root, path.trim())))
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('..'))
    // The full lane runs the others, too, with wider tables.
    .filter((path) => lane === 'full' || !FULL_FILE.test(path));
  const distances = await Promise.all(all.map((path) => distance(root, file, path)));
  const groups = Map.groupBy(all.keys(), (index) => distances[index] ?? 0);
  const sorted = [...groups].toSorted(([a], [b]) => a - b);
  return sorted.map(([, indices]) => indices.flatMap((index) => all[index] ?? []));
}

/** Runs Jest files until one fails. */
async function runFiles(files: readonly string[], { root, lane, workers }: TestRun) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-mutant-report-'));
  try {
    const report = join(folder, 'report');
    await writeFile(report, '');
    const full = lane === 'full' ? { TEST_FULL: '1' } : {};
    const args = ['--bail', `--maxWorkers=${workers}`, `--reporters=${REPORTER}`, '--runTestsByPath', ...files];
    const { code, output } = await jest(root, args, { MUTANT_REPORT: report, ...full });
    const lines = (await readFile(report, 'utf8')).split('\n').filter(Boolean);
    const reported = lines.map((line) => parseInput('A line of the report', ReportedSchema, JSON.parse(line)));
    return { failed: code !== 0, output, reported };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the Jest files of a mutant that is applied, the nearest first, until a test fails. */
export async function runJest(mutant: Mutant, run: TestRun): Promise<Verdict> {
  let passed = 0;
  for (const files of await groupsFor(mutant, run)) {
    const { failed, output, reported } = await runFiles(files, run);
    const [killer] = reported.flatMap((each) => each.failed.map((test) => ({ file: each.file, ...test })));
    if (killer) {
      const by = `${relative(run.root, killer.file)} › ${killer.title}`;
      return { outcome: 'died', by, message: getStart(killer.message) };
    }
    const broken = reported.find((file) => file.broken);
    if (broken) return { outcome: 'error', why: `${relative(run.root, broken.file)} cannot run:\n${getEnd(output)}` };
    if (failed) return { outcome: 'error', why: getEnd(output) };
    passed += reported.reduce((sum, file) => sum + file.passed, 0);
  }
  return { outcome: passed > 0 ? 'survived' : 'untested' };
}

/** The files of these that fail without any mutant. */
export async function failingAnyway(files: readonly string[], run: TestRun): Promise<ReadonlySet<string>> {
  const failing = new Set<string>();
  for (const file of files) if ((await runFiles([file], run)).failed) failing.add(file);
  return failing;
}
