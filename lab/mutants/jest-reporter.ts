import { appendFileSync } from 'node:fs';

/** What is read of Jest's result of one file. */
interface FileResult {
  readonly testFilePath: string;
  readonly numPassingTests: number;
  readonly testExecError?: unknown;
  readonly testResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

/** One line of the report. */
export interface ReportedFile {
  readonly file: string;
  readonly passed: number;
  readonly failed: readonly { readonly title: string; readonly message: string }[];
  /** Whether the file itself could not run. */
  readonly broken: boolean;
}

/**
 * A reporter of Jest: appends each file's result to MUTANT_REPORT at once, because `--bail` ends Jest before it writes
 * its own report.
 */
export default class JestReporter {
  onTestResult(_test: unknown, { testFilePath, numPassingTests, testExecError, testResults }: FileResult): void {
    const failed = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] ?? '' }));
    const reported: ReportedFile = {
      file: testFilePath,
      passed: numPassingTests,
      failed,
      broken: Boolean(testExecError),
    };
    appendFileSync(process.env['MUTANT_REPORT'] ?? '', `${JSON.stringify(reported)}\n`);
  }
}
