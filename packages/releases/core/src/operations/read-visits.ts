import { getCauseMessage } from '@portal/node-kit/plain-error';
import type { Visits } from '@portal/contract/visits';
import { parseVisits, VISITS_PATH } from '@portal/contract/visits';

/** How long a web server may take to answer, in milliseconds. */
const TIMEOUT_MS = 3000;
/** More than a day of rows for a few dozen versions. In characters. */
const MAX_TEXT_LENGTH = 32_000_000;

/** What a web server counted, or why it could not be asked. */
type VisitsAnswer = { readonly visits: Visits } | { readonly problem: string };

/** Asks a web server for its visits of the intervals from `after` on (0: all that it keeps). Never throws. */
export async function readVisits(metricsAddress: string, after: number, signal: AbortSignal): Promise<VisitsAnswer> {
  const url = new URL(`${VISITS_PATH}?after=${String(after)}`, metricsAddress);
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { signal: limit, redirect: 'error' });
    if (!response.ok) return { problem: `${url.origin}${VISITS_PATH} answers ${String(response.status)}` };
    const text = await response.text();
    if (text.length > MAX_TEXT_LENGTH) return { problem: `${url.origin}${VISITS_PATH} answers with too much text` };
    return { visits: parseVisits(JSON.parse(text)) };
  } catch (error) {
    return { problem: `${url.origin} does not answer (${getCauseMessage(error)})` };
  }
}

/** What the web servers counted, and why some could not be asked. */
export interface VisitsOfAll {
  readonly servers: readonly Visits[];
  readonly problems: readonly string[];
}

/** Asks all web servers for all visits that they keep. Never throws. */
export async function readVisitsOfAll(metricsAddresses: readonly string[]): Promise<VisitsOfAll> {
  const { signal } = new AbortController();
  const answers = await Promise.all(metricsAddresses.map((address) => readVisits(address, 0, signal)));
  return {
    servers: answers.flatMap((answer) => ('visits' in answer ? [answer.visits] : [])),
    problems: answers.flatMap((answer) => ('problem' in answer ? [answer.problem] : [])),
  };
}
