import { parseInput } from '@portal/contract/parse';
import type { Problem } from './events.ts';
import { ERRORS_PATH, ProblemSchema } from './events.ts';
import { serverAddress } from './server-address.ts';

/** How React's development build logs an error that a boundary of the page has caught. */
const CAUGHT_BY_BOUNDARY = '%o\n\n%s\n\n%s\n';
/** What the shell logs when it shows customers a failure in place of the page. */
const SHOWN_AS_FAILURE = /^The (?:page \S+ could not be loaded|portal could not be started)\.$/;

const rootCause = (error: Error): Error => (error.cause instanceof Error ? rootCause(error.cause) : error);

/** The server finds the place in the sources, and prints the error. */
async function locate({ message, stack = '' }: Error): Promise<Problem> {
  const answer = await fetch(serverAddress(ERRORS_PATH), { method: 'POST', body: JSON.stringify({ message, stack }) });
  return parseInput('the development server', ProblemSchema, await answer.json());
}

interface ErrorListener {
  /** An error of the page's code that nothing caught, or that `onFailure` was called for. */
  onError(problem: Problem): void;
  /** The page shows customers its failure, and keeps it until it loads again. */
  onFailure(): void;
}

export function watchErrors({ onError, onFailure }: ErrorListener): void {
  const handle = (error: unknown) => {
    if (!(error instanceof Error) || error.name === 'AbortError') return;
    const cause = rootCause(error);
    const plain = { severity: 'error', title: 'The page has failed', text: cause.message } as const;
    locate(cause).then(onError, () => onError(plain));
  };
  window.addEventListener('error', (event) => handle(event.error));
  window.addEventListener('unhandledrejection', (event) => handle(event.reason));
  const { error: log } = console;
  console.error = (...logged: unknown[]) => {
    log(...logged);
    const [message, error] = logged;
    if (typeof message !== 'string') return;
    if (message !== CAUGHT_BY_BOUNDARY && !(SHOWN_AS_FAILURE.test(message) && error instanceof Error)) return;
    onFailure();
    handle(error);
  };
}
