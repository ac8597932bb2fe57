export interface SkippedTest {
  /** With the reason where there is one. */
  readonly name: string;
  /** What it belongs to: many of one group are named together. */
  readonly group: string;
}

/** A test that a runner reports. */
export interface TestResult {
  /** From the repository's root. */
  readonly file: string;
  /** The titles of its blocks, then its own. */
  readonly path: readonly string[];
  readonly passed: boolean;
}

/** The result of one step of `npm test`. */
export interface Outcome {
  /** Numbers of tests; a step without tests counts as one, and only when it fails. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
  /** One by one, where the step runs tests. */
  readonly tests?: readonly TestResult[];
  /** What the tools wrote. */
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
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
}

const NAMED_ONE_BY_ONE = 3;

/** Names the tests that were skipped. */
export function skippedLines(outcomes: readonly Outcome[]): readonly string[] {
  const groups = Map.groupBy(
    outcomes.flatMap(({ skipped }) => skipped),
    ({ group }) => group,
  );
  return [...groups].flatMap(([group, tests]) =>
    tests.length > NAMED_ONE_BY_ONE
      ? [`Skipped: ${tests.length} tests of "${group}"`]
      : tests.map(({ name }) => `Skipped: ${name}`),
  );
}
