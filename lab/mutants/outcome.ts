import { stripVTControlCharacters } from 'node:util';

/** In which tests a mutant died: those of `npm test`, or those of `npm run test:full`. */
export const LANES = ['fast', 'full'] as const;
export type Lane = (typeof LANES)[number];

/** What a run of tests says about a mutant. */
export type Verdict =
  /** `by`: the file and the title of the first test that failed; `message`: how. */
  | { readonly outcome: 'died'; readonly by: string; readonly message: string }
  | { readonly outcome: 'survived' }
  /** No test of this lane belongs to it. */
  | { readonly outcome: 'untested' }
  /** The tests could not run, which is no kill. */
  | { readonly outcome: 'error'; readonly why: string };

/** How tests are run. */
export interface TestRun {
  /** Of the copy. */
  readonly root: string;
  readonly lane: Lane;
  readonly workers: number;
}

/** The first lines of a failed test's message, without colours. */
export function getStart(message: string): string {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 8).join('\n');
}

/** The last lines of a program's output, for an error. */
export function getEnd(output: string): string {
  return output.trim().split('\n').slice(-12).join('\n');
}

/** A run that takes longer hangs. In milliseconds. */
const RUN_LIMIT_MS = 30 * 60_000;
/** Ends the run that is under way. */
export const interruption = new AbortController();
/** Ends a run that hangs, or that somebody has interrupted. */
export const runLimit = (): AbortSignal => AbortSignal.any([interruption.signal, AbortSignal.timeout(RUN_LIMIT_MS)]);
