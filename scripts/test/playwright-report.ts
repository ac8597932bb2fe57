import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { Outcome, SkippedTest } from './outcome.ts';

interface Suite {
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

/**
 * Reads what Playwright's JSON reporter wrote. A test that succeeded only when repeated has failed; so has, once, a run that
 * failed in another way than by a test.
 */
export function readPlaywrightReport(report: unknown, succeeded: boolean, output: string): Outcome {
  const { suites, stats } = parseInput("Playwright's report", ReportSchema, report);
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: suites.flatMap(skippedIn),
    output,
  };
}
