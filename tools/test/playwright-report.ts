import { join, relative } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { Outcome, TestResult, SkippedTest } from './outcome.ts';

interface Suite {
  /** File name, or title of the block. */
  readonly title: string;
  readonly suites?: Suite[] | undefined;
  readonly specs: {
    readonly title: string;
    readonly file: string;
    readonly tests: {
      readonly status: string;
      readonly annotations: { readonly type: string; readonly description?: string | undefined }[];
    }[];
  }[];
}

const SuiteSchema: v.GenericSchema<Suite> = v.object({
  title: v.string(),
  suites: v.optional(v.array(v.lazy(() => SuiteSchema))),
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      tests: v.array(
        v.object({
          status: v.string(),
          annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string()) })),
        }),
      ),
    }),
  ),
});

const ReportSchema = v.object({
  config: v.object({ rootDir: v.string() }),
  suites: v.array(SuiteSchema),
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

function skippedIn(suite: Suite): readonly SkippedTest[] {
  const own = suite.specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => {
        const reason = annotations.find(({ type, description }) => type === 'skip' && description)?.description;
        return { name: `${file}: ${title}${reason === undefined ? '' : ` (${reason})`}`, group: file };
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(skippedIn)];
}

const titlesOfUnsteady = (suite: Suite): readonly string[] => [
  ...suite.specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`),
  ...(suite.suites ?? []).flatMap(titlesOfUnsteady),
];

function resultsIn(suite: Suite, folder: string, blocks: readonly string[]): readonly TestResult[] {
  const own = suite.specs.map(({ title, file, tests }) => ({
    file: join(folder, file),
    path: [...blocks, title],
    passed: tests.every(({ status }) => status === 'expected' || status === 'flaky'),
  }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => resultsIn(inner, folder, [...blocks, inner.title]))];
}

/** Reads the titles that `playwright test --list --reporter=json` writes. Listed tests count as passed: they did not run. */
export function readPlaywrightList(report: unknown, root: string): readonly TestResult[] {
  const { config, suites } = parseInput("Playwright's list", ReportSchema, report);
  const listed = suites.flatMap((file) => resultsIn(file, relative(root, config.rootDir), []));
  return listed.map((test) => ({ ...test, passed: true }));
}

/** More tests than this that needed a second try mean that something is wrong with more than a test. */
const MOST_UNSTEADY = 3;

/**
 * Reads the report of Playwright's JSON reporter about tests below `root`. A few tests may pass at the second try only, where the
 * configuration allows one: they are named. If the run failed without a failed test, adds one failure.
 */
export function readPlaywrightReport(report: unknown, succeeded: boolean, output: string, root: string): Outcome {
  const { config, suites, stats } = parseInput("Playwright's report", ReportSchema, report);
  const unsteady = suites.flatMap(titlesOfUnsteady);
  const forgiven = unsteady.length <= MOST_UNSTEADY ? stats.flaky : 0;
  const failed = stats.unexpected + stats.flaky - forgiven;
  return {
    passed: stats.expected + forgiven,
    failed: failed === 0 && !succeeded ? 1 : failed,
    unsteady,
    skipped: suites.flatMap(skippedIn),
    tests: suites.flatMap((file) => resultsIn(file, relative(root, config.rootDir), [])),
    output,
  };
}
