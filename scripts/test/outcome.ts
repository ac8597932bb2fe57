/** What one step of `npm test` came to. */
export interface Outcome {
  /** Numbers of tests; a step without tests counts as one, and only when it fails. */
  readonly passed: number;
  readonly failed: number;
  /** Names of the tests that were left out, with the reason where there is one. */
  readonly skipped: readonly string[];
  /** What the tools wrote. */
  readonly output: string;
}

/** The outcome of a step without tests of its own. */
export function checkOutcome(succeeded: boolean, output: string): Outcome {
  return { passed: 0, failed: succeeded ? 0 : 1, skipped: [], output };
}

/** The last line of `npm test`. */
export function totalLine(outcomes: readonly Outcome[]): string {
  const sum = (count: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const skipped = sum((outcome) => outcome.skipped.length);
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}
