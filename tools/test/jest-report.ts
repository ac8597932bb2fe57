import { relative } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { Outcome } from './outcome.ts';

const ReportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          title: v.string(),
          fullName: v.string(),
          ancestorTitles: v.array(v.string()),
        }),
      ),
    }),
  ),
});

const SKIPPED = new Set(['pending', 'todo', 'skipped', 'disabled']);

/** Reads the report of `jest --json` about the tests below `root`. If the run failed without a failed test, adds one failure. */
export function readJestReport(report: unknown, succeeded: boolean, output: string, root: string): Outcome {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = parseInput(
    "Jest's report",
    ReportSchema,
    report,
  );
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const skipped = testResults
    .flatMap(({ name, assertionResults }) => assertionResults.map((result) => ({ file: name, ...result })))
    .filter(({ status }) => SKIPPED.has(status))
    .map(({ file, fullName, ancestorTitles: [group = file] }) => ({ name: fullName, group }));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, title, ancestorTitles }) => ({
      file: relative(root, name),
      path: [...ancestorTitles, title],
      passed: status === 'passed',
    })),
  );
  return { passed: numPassedTests, failed: failed === 0 && !succeeded ? 1 : failed, skipped, tests, output };
}
