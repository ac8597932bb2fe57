export interface SkippedTest {
  /** With the reason where there is one. */
  readonly name: string;
  /** What it belongs to: many of one group are named together. */
  readonly group: string;
}

/** A test that a runner reports on. */
export interface RanTest {
  /** From the repository's root. */
  readonly file: string;
  /** The titles of its blocks, then its own. */
  readonly path: readonly string[];
  readonly passed: boolean;
}

/** What one step of `npm test` came to. */
export interface Outcome {
  /** Numbers of tests; a step without tests counts as one, and only when it fails. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
  /** One by one, where the step runs tests. */
  readonly tests?: readonly RanTest[];
  /** What the tools wrote. */
  readonly output: string;
}

/** The outcome of a step without tests of its own. */
export function checkOutcome(succeeded: boolean, output: string): Outcome {
  return { passed: 0, failed: succeeded ? 0 : 1, skipped: [], output };
}

/** The last line of `npm test`; what was skipped stands before it, by name. */
export function totalLine(outcomes: readonly Outcome[]): string {
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
}

const NAMED_ONE_BY_ONE = 3;

/** Says aloud which tests were left out. */
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
