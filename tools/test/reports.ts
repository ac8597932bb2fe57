import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { Outcome } from './outcome.ts';

interface SkippedTest {
  /** Includes the reason, if there is one. */
  readonly name: string;
  readonly group: string;
}

const LISTED_SINGLY = 3;

/** Names skipped tests, those of one group together if they are many. */
function listSkipped(tests: readonly SkippedTest[]): readonly string[] {
  return [...Map.groupBy(tests, ({ group }) => group)].flatMap(([group, members]) =>
    members.length > LISTED_SINGLY ? [`${members.length} tests of "${group}"`] : members.map(({ name }) => name),
  );
}

/** How a run of a test runner ended. */
export interface TestRun {
  readonly succeeded: boolean;
  readonly output: string;
}

/** A run that failed without a failed test, or ran no test, counts as one failure. */
function toOutcome(
  { succeeded, output }: TestRun,
  passed: number,
  failed: number,
  skipped: readonly SkippedTest[],
): Outcome {
  const lines = listSkipped(skipped);
  if (passed + failed === 0) return { passed, failed: 1, skipped: lines, output: `${output}\nNo test ran.` };
  return { passed, failed: failed === 0 && !succeeded ? 1 : failed, skipped: lines, output };
}

const JestReportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(
        v.object({ status: v.string(), fullName: v.string(), ancestorTitles: v.array(v.string()) }),
      ),
    }),
  ),
});

const SKIPPED = new Set(['pending', 'todo', 'skipped', 'disabled']);

/** Reads the report of `jest --json`. */
export function readJestReport(report: unknown, run: TestRun): Outcome {
  const read = parseInput("Jest's report", JestReportSchema, report);
  const skipped = read.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => SKIPPED.has(status))
      .map(({ fullName, ancestorTitles: [group = file] }) => ({ name: fullName, group })),
  );
  return toOutcome(run, read.numPassedTests, read.numFailedTests + read.numRuntimeErrorTestSuites, skipped);
}

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

const AnnotationSchema = v.object({ type: v.string(), description: v.optional(v.string()) });
const SuiteSchema: v.GenericSchema<Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => SuiteSchema))),
  specs: v.array(
    v.object({
      title: v.string(),
      file: v.string(),
      tests: v.array(v.object({ status: v.string(), annotations: v.array(AnnotationSchema) })),
    }),
  ),
});

const PlaywrightReportSchema = v.object({
  suites: v.array(SuiteSchema),
  stats: v.object({ expected: v.number(), unexpected: v.number() }),
});

function findSkipped({ specs, suites = [] }: Suite): readonly SkippedTest[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => {
        const reason = annotations.find(({ type, description }) => type === 'skip' && description)?.description;
        return { name: `${file}: ${title}${reason === undefined ? '' : ` (${reason})`}`, group: file };
      }),
  );
  return [...own, ...suites.flatMap(findSkipped)];
}

/** Reads the report of Playwright's JSON reporter. */
export function readPlaywrightReport(report: unknown, run: TestRun): Outcome {
  const { suites, stats } = parseInput("Playwright's report", PlaywrightReportSchema, report);
  return toOutcome(run, stats.expected, stats.unexpected, suites.flatMap(findSkipped));
}
