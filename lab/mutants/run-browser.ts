import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { obtainBrowser, obtainHeadlessShell } from '../../scripts/find-browser.ts';
import { PlainError } from '@portal/node-kit/plain-error';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { getEnd, runLimit, getStart } from './outcome.ts';
import type { TestRun, Verdict } from './outcome.ts';

const PLAYWRIGHT = 'e2e/node_modules/@playwright/test/cli.js';
const COMMAND = [PLAYWRIGHT, 'test', '--config', 'e2e', '--retries', '0', '--pass-with-no-tests'];

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

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const specsIn = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)];

interface BrowserRun {
  readonly code: number | null;
  readonly output: string;
  /** Undefined if Playwright wrote none. */
  readonly report: v.InferOutput<typeof ReportSchema> | undefined;
}

/** Runs browser specs, by their names. The run builds the parts that have changed, and starts the portal. */
async function runSpecs(specs: readonly string[], further: readonly string[], run: TestRun): Promise<BrowserRun> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-mutant-report-'));
  try {
    const file = join(folder, 'report.json');
    const headlessShell = obtainHeadlessShell();
    const files = specs.map((spec) => String.raw`/src/${spec}\.spec\.ts$`);
    const { code, output } = await runCommand({
      file: process.execPath,
      args: [...COMMAND, '--workers', String(run.workers), ...further, ...files],
      cwd: run.root,
      env: {
        NO_COLOR: '1',
        CHROMIUM_PATH: obtainBrowser(),
        ...(headlessShell !== undefined && { HEADLESS_SHELL_PATH: headlessShell }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        TEST_LANE: run.lane,
      },
      signal: runLimit(),
    });
    const written = await readFile(file, 'utf8').catch(() => undefined);
    const report = written === undefined ? undefined : parseInput(file, ReportSchema, JSON.parse(written));
    return { code, output, report };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const hasFailed = ({ tests }: Suite['specs'][number]) => tests.some(({ status }) => status === 'unexpected');
const getName = ({ file, title }: Suite['specs'][number]) => `e2e/src/${file} › ${title}`;

/** Runs browser specs, by their names, until a test fails. */
export async function runBrowser(specs: readonly string[], run: TestRun): Promise<Verdict> {
  const { code, output, report } = await runSpecs(specs, ['-x'], run);
  if (!report) return { outcome: 'error', why: getEnd(output) };
  const { suites, stats } = report;
  const killer = suites.flatMap(specsIn).find(hasFailed);
  if (killer) {
    const message = killer.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? '';
    return { outcome: 'died', by: getName(killer), message: getStart(message) };
  }
  // The watch of the whole run, such as for broken policies, fails it at its end.
  if (code !== 0 && stats.expected > 0)
    return { outcome: 'died', by: 'e2e › the watch of the run', message: getEnd(output) };
  if (code !== 0) return { outcome: 'error', why: getEnd(output) };
  return { outcome: stats.expected > 0 ? 'survived' : 'untested' };
}

/** Those of these tests, by file and title, that fail without any mutant. */
export async function failingBrowserTests(names: readonly string[], run: TestRun): Promise<ReadonlySet<string>> {
  const parts = names.flatMap((name) => [/^e2e\/src\/(.+)\.spec\.ts › (.+)$/s.exec(name) ?? []]);
  const specs = [...new Set(parts.flatMap(([, spec]) => spec ?? []))];
  if (specs.length === 0) return new Set();
  const titles = parts.flatMap(([, , title]) => (title === undefined ? [] : escaped(title)));
  const { output, report } = await runSpecs(specs, ['--grep', titles.join('|')], run);
  if (!report) throw new PlainError(getEnd(output));
  return new Set(report.suites.flatMap(specsIn).filter(hasFailed).map(getName));
}
