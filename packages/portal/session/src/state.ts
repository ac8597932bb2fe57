import type { User } from '@portal/contract/user';

/**
 * Why no user is signed in. `signed-out`: there are no tokens, or the user logged out. `ended`: the API no longer
 * accepts the tokens. `ambiguous`: the browser had several cookies of a token, so it was unclear whose session it is;
 * all are deleted. `deletion-unknown`: the tokens are no longer accepted after a deletion of the account whose answer
 * was lost. `trouble`: the API failed or could not be reached; the tokens are kept, and `check()` can be called again.
 */
export type EndReason = 'signed-out' | 'ended' | 'ambiguous' | 'deletion-unknown' | 'trouble';

/** The session's state (specification, section 4). */
export type SessionState =
  | { readonly status: 'checking' }
  | { readonly status: 'authenticated'; readonly user: User }
  | { readonly status: 'unauthenticated'; readonly reason: EndReason };

/** Sent to the other tabs when the session is over for all of them. */
interface EndMessage {
  readonly type: 'end';
  readonly reason: 'signed-out' | 'ended';
}

export function isEndMessage(message: unknown): message is EndMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'end' &&
    'reason' in message &&
    (message.reason === 'signed-out' || message.reason === 'ended')
  );
}
