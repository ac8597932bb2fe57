import { CallError } from './call-error.ts';
import type { CallErrorKind } from './call-error.ts';
import { SessionCore } from './session-core.ts';
import type { SessionOptions } from './session-core.ts';
import { TEST_USER, testTokens } from './testing.ts';
import type { fakeBrowser } from './testing.ts';

export type Browser = ReturnType<typeof fakeBrowser>;

/** A tab of `browser`; the API behind it hands out the tokens 2, 3, … unless `options` says otherwise. */
export function openTab(browser: Browser, options: Partial<SessionOptions> = {}): SessionCore {
  const session = new SessionCore();
  session.start({
    cookieDomain: null,
    environment: browser.tab(),
    requestTokens: async (token) => testTokens(Number(token.slice('refresh-'.length)) + 1),
    loadAccount: async () => TEST_USER,
    ...options,
  });
  return session;
}

export function failed(kind: CallErrorKind, status?: number): CallError {
  return new CallError('GET account/', kind, { status });
}

/** A call that always fails. */
export function failing(kind: CallErrorKind, status?: number): () => Promise<never> {
  return async () => {
    throw failed(kind, status);
  };
}
