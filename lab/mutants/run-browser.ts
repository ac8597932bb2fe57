import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { obtainBrowser, obtainHeadlessShell } from '../../scripts/find-browser.ts';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { endOf, runLimit, startOf } from './outcome.ts';
import type { TestRun, Verdict } from './outcome.ts';

const PLAYWRIGHT = 'e2e/node_modules/@playwright/test/cli.js';
const COMMAND = [PLAYWRIGHT, 'test', '--config', 'e2e', '-x', '--retries', '0', '--pass-with-no-tests'];

interface Suite {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string | undefined } | undefined }[];
    }[];
  }[];
}

const FailureSchema = v.object({ message: v.optional(v.string()) });
const TestSchema = v.object({
  status: v.string(),
  results: v.array(v.object({ error: v.optional(FailureSchema) })),
});
const SuiteSchema: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => SuiteSchema))),
  specs: v.array(v.object({ title: v.string(), file: v.string(), tests: v.array(TestSchema) })),
});
const ReportSchema = v.object({
  suites: v.array(SuiteSchema),
  stats: v.object({ expected: v.number(), unexpected: v.number() }),
});

const specsIn = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)];

function selection({ lane, before }: TestRun): {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
} {
  const env = { TEST_FULL: lane === 'full' ? '1' : '' };
  if (before) return { args: [], env };
  return { args: [lane === 'fast' ? '--grep' : '--grep-invert', '@journey'], env };
}

/** Runs browser specs, by their names, until a test fails. The run builds the parts that the mutant has changed, and starts the portal. */
export async function runBrowser(specs: readonly string[], run: TestRun): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-mutant-report-'));
  try {
    const report = join(folder, 'report.json');
    const { args, env } = selection(run);
    const headlessShell = obtainHeadlessShell();
    const files = specs.map((spec) => String.raw`/src/${spec}\.spec\.ts$`);
    const { code, output } = await runCommand({
      file: process.execPath,
      args: [...COMMAND, '--workers', String(run.workers), ...args, ...files],
      cwd: run.root,
      env: {
        NO_COLOR: '1',
        CHROMIUM_PATH: obtainBrowser(),
        ...(headlessShell !== undefined && { HEADLESS_SHELL_PATH: headlessShell }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...env,
      },
      signal: runLimit(),
    });
    const written = await readFile(report, 'utf8').catch(() => undefined);
    if (written === undefined) return { outcome: 'error', why: endOf(output) };
    const { suites, stats } = parseInput("Playwright's report", ReportSchema, JSON.parse(written));
    const killer = suites.flatMap(specsIn).find(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
    if (killer) {
      const message = killer.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '';
      return { outcome: 'died', by: `e2e/src/${killer.file} › ${killer.title}`, message: startOf(message) };
    }
    // The watch of the whole run, such as for broken policies, fails it at its end.
    if (code !== 0 && stats.expected > 0)
      return { outcome: 'died', by: 'e2e › the watch of the run', message: endOf(output) };
    if (code !== 0) return { outcome: 'error', why: endOf(output) };
    return { outcome: stats.expected > 0 ? 'survived' : 'untested' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
