export interface SkippedTest {
  /** Includes the reason, if there is one. */
  readonly name: string;
  /** Skipped tests of one group are listed together if they are many. */
  readonly group: string;
}

/** A test that a runner reports. */
export interface TestResult {
  /** Relative to the repository's root. */
  readonly file: string;
  /** Titles of the enclosing blocks, then the test's title. */
  readonly path: readonly string[];
  readonly passed: boolean;
}

/** The result of one step of `npm test`. */
export interface Outcome {
  /** Numbers of tests. A step without tests has 0 passed, and 1 failed if it fails. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
  /** Tests that passed at the second try only. */
  readonly unsteady?: readonly string[];
  /** Each test, if the step runs tests. */
  readonly tests?: readonly TestResult[];
  /** Output of the tools. */
  readonly output: string;
}

/** The outcome of a step without tests. */
export function checkOutcome(succeeded: boolean, output: string): Outcome {
  return { passed: 0, failed: succeeded ? 0 : 1, skipped: [], output };
}

/** The last line of `npm test`. */
export function totalLine(outcomes: readonly Outcome[]): string {
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  if (sum(({ passed, failed }) => passed + failed) === 0)
    return `No tests ran; ${outcomes.length} ${outcomes.length === 1 ? 'check' : 'checks'} passed.`;
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
}

const LISTED_SINGLY = 3;

/** Lists the skipped tests. */
export function skippedLines(outcomes: readonly Outcome[]): readonly string[] {
  const groups = Map.groupBy(
    outcomes.flatMap(({ skipped }) => skipped),
    ({ group }) => group,
  );
  return [...groups].flatMap(([group, tests]) =>
    tests.length > LISTED_SINGLY
      ? [`Skipped: ${tests.length} tests of "${group}"`]
      : tests.map(({ name }) => `Skipped: ${name}`),
  );
}

/** Names the tests that passed at the second try only: somebody has to find out why. */
export function unsteadyLines(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap(({ unsteady = [] }) => unsteady).map((name) => `Passed at the second try only: ${name}`);
}
