import type { User } from '@portal/contract/user';
import { useState } from 'react';
import { useStore } from 'zustand';
import { browserEnvironment } from './environment.ts';
import { requestTokens } from './request-tokens.ts';
import { SessionCore } from './session-core.ts';
import type { Session, SessionOptions } from './session-core.ts';
import type { SessionState } from './state.ts';
import { addresses, drafts, reminders } from './user-storage.ts';

const core = new SessionCore();
core.subscribe(() => {
  drafts.forgetBeforeLogOut();
  const state = core.getState();
  if (state.status !== 'authenticated') return;
  const { email } = state.user;
  if (email !== '') addresses.forget(email);
  reminders.forget(email);
});

/** The portal's one session, shared by the shell and all remotes. */
export const session: Session = core;

/**
 * Whether the session is over. The shell then shows sign-in and the reason, so pages show no notice about a failed
 * call. A second 401 after a refresh does not end the session.
 */
export function isSessionOver(): boolean {
  return core.getState().status !== 'authenticated';
}

/** The options that the shell sets; tests also set the others of `SessionOptions`. */
type StartOptions = Pick<SessionOptions, 'cookieDomain' | 'paths' | 'loadAccount'> &
  Partial<Pick<SessionOptions, 'environment' | 'requestTokens'>>;

/** Starts the session; for the shell alone. */
export function startSession(options: StartOptions): void {
  drafts.forgetBeforeLogOut();
  core.start({
    environment: options.environment ?? browserEnvironment(),
    requestTokens: (refreshToken) => requestTokens(refreshToken, core.accessToken()),
    onLogOut: (isHere) => {
      if (isHere) {
        drafts.forgetInSleepingTabs();
        addresses.forget();
      }
      drafts.forget();
      reminders.forget();
    },
    isSamePerson: addresses.isSamePerson,
    ...options,
  });
}

/**
 * Reports that the user with the address `current` has asked for `asked`: until log-out, an account with either is the
 * same person's, in all tabs.
 */
export const rememberAddress = addresses.remember;

/** The session's state; re-renders when it changes. */
export function useSession(): SessionState {
  return useStore(core.store);
}

/**
 * The signed-in user, for pages that only a signed-in user sees. After the session has ended, it is the last user until
 * the page is left.
 * @throws {Error} if no user is signed in when the page mounts.
 */
export function useUser(): User {
  const state = useSession();
  const current = state.status === 'authenticated' ? state.user : undefined;
  const [last, setLast] = useState(current);
  if (current !== undefined && current !== last) setLast(current);
  const user = current ?? last;
  if (user === undefined) throw new Error('useUser: no user is signed in');
  return user;
}
