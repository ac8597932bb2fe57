import { parseCounts } from './counts.ts';
import type { Counts } from './counts.ts';

/** A board that waits for counts is worse than one without. In milliseconds. */
const PATIENCE_MS = 1500;
/** A web server counts a few hundred versions; whatever is longer is none of ours. */
const LONGEST_TEXT = 4_000_000;

/** The counts, or why there are none. */
export type CountsResult = { readonly counts: Counts } | { readonly counts: undefined; readonly problem: string };

/** Asks the web server for its counts. Never throws: the console does its work without them. */
export async function readCounts(url: string | undefined): Promise<CountsResult> {
  if (url === undefined) return { counts: undefined, problem: 'METRICS_URL is not set' };
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
    if (!answer.ok) return { counts: undefined, problem: `${url} answers ${String(answer.status)}` };
    const text = await answer.text();
    if (text.length > LONGEST_TEXT) return { counts: undefined, problem: `${url} answers far too much` };
    return { counts: parseCounts(text) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { counts: undefined, problem: `${url} does not answer (${reason})` };
  }
}
