import { join, relative } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { Outcome, RanTest, SkippedTest } from './outcome.ts';

interface Suite {
  /** Of a file, its name; of a block, the block's. */
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

function ranIn(suite: Suite, folder: string, blocks: readonly string[]): readonly RanTest[] {
  const own = suite.specs.map(({ title, file, tests }) => ({
    file: join(folder, file),
    path: [...blocks, title],
    passed: tests.every(({ status }) => status === 'expected'),
  }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => ranIn(inner, folder, [...blocks, inner.title]))];
}

/**
 * Reads what Playwright's JSON reporter wrote about tests below `root`. A test that succeeded only when repeated has failed; so has, once, a run that
 * failed in another way than by a test.
 */
export function readPlaywrightReport(report: unknown, succeeded: boolean, output: string, root: string): Outcome {
  const { config, suites, stats } = parseInput("Playwright's report", ReportSchema, report);
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: suites.flatMap(skippedIn),
    tests: suites.flatMap((file) => ranIn(file, relative(root, config.rootDir), [])),
    output,
  };
}
