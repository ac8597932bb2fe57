/** A small, realistic bug. It is in the sources that customers, teams or staff depend on, never in a test. */
export interface Mutant {
  /** Says the bug: "log-out-keeps-tokens". */
  readonly id: string;
  /** Relative to the repository's root. */
  readonly file: string;
  /** The text to replace; it occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /**
   * What only a browser can see: the specs in e2e/src that should notice, without ".spec.ts". Without them the Jest
   * tests related to the file should.
   */
  readonly specs?: readonly string[];
  /** The Jest files that should notice, for a file that Jest finds no tests for, such as a style sheet. */
  readonly tests?: readonly string[];
}
