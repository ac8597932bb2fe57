/** The result of one step of a lane. */
export interface Outcome {
  /** Numbers of tests. A step without tests has 0 passed, and 1 failed if it fails. */
  readonly passed: number;
  readonly failed: number;
  /** One line for each skipped test, or for each group of many. */
  readonly skipped: readonly string[];
  /** Output of the tools. */
  readonly output: string;
}

/** The outcome of a step without tests. */
export function checkOutcome(succeeded: boolean, output: string): Outcome {
  return { passed: 0, failed: succeeded ? 0 : 1, skipped: [], output };
}

/** The last line of a lane. */
export function totalLine(outcomes: readonly Outcome[]): string {
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  if (sum(({ passed, failed }) => passed + failed) === 0)
    return `No tests ran; ${outcomes.length} ${outcomes.length === 1 ? 'check' : 'checks'} passed.`;
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
}
