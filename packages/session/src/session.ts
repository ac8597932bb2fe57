import { browserEnvironment } from './browser-environment.ts';
import { forgetDrafts } from './drafts.ts';
import type { SessionEnvironment } from './environment.ts';
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

/** Starts the session; for the shell alone. `environment` is the browser's own unless a test gives another. */
export function startSession(
  options: Omit<SessionOptions, 'environment' | 'onLogOut'> & { readonly environment?: SessionEnvironment },
): void {
  core.start({ ...options, onLogOut: forgetDrafts, environment: options.environment ?? browserEnvironment() });
}
