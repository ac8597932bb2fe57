import { browserEnvironment } from './browser-environment.ts';
import { forgetDrafts } from './drafts.ts';
import { requestTokens } from './request-tokens.ts';
import { SessionCore } from './session-core.ts';
import type { Session, SessionOptions } from './session-core.ts';

const core = new SessionCore();

/** The portal's one session, shared by the shell and all remotes. */
export const session: Session = core;

/**
 * Whether nobody is signed in any more. Then the shell leaves for sign-in and says why, so no page raises a notice about a call that
 * failed. A 401 that came again after a refresh ends nothing.
 */
export function isSessionOver(): boolean {
  return core.getState().status !== 'authenticated';
}

/** What the shell starts the session with; tests replace the rest of `SessionOptions`, too. */
type StartOptions = Pick<SessionOptions, 'cookieDomain' | 'loadAccount'> &
  Partial<Pick<SessionOptions, 'environment' | 'requestTokens'>>;

/** Starts the session; for the shell alone. */
export function startSession(options: StartOptions): void {
  core.start({
    environment: options.environment ?? browserEnvironment(),
    requestTokens: (refreshToken) => requestTokens(refreshToken, core.accessToken()),
    onLogOut: forgetDrafts,
    ...options,
  });
}
