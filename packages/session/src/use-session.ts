import type { User } from '@portal/contract/user';
import { useState, useSyncExternalStore } from 'react';
import { session } from './session.ts';
import type { SessionState } from './state.ts';

const subscribe = (listener: () => void) => session.subscribe(listener);
const getState = () => session.getState();

/** The session's state; re-renders when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, getState);
}

/**
 * The signed-in user, for pages that only a signed-in user sees. When the session ends, the last one stands until the page has left.
 * @throws {Error} when nobody is signed in as the page comes.
 */
export function useUser(): User {
  const state = useSession();
  const current = state.status === 'authenticated' ? state.user : undefined;
  const [last, setLast] = useState(current);
  if (current !== undefined && current !== last) setLast(current);
  const user = current ?? last;
  if (user === undefined) throw new Error('useUser: nobody is signed in');
  return user;
}
