import { useMemo } from 'react';
import { useUser } from './session.ts';
import { reminders } from './user-storage.ts';

/** What this browser remembers of the signed-in user. */
export interface Reminders {
  /** Empty if there is none. The text comes from the browser's storage: check it. */
  readonly read: (key: string) => string;
  /** One line; an empty text deletes it. */
  readonly keep: (key: string, text: string) => void;
}

/**
 * Remembers what the user has done and the API does not tell, for pages that only a signed-in user sees. It survives a
 * reload and the end of the session, in all tabs. A log-out, the deletion of the account or another user's sign-in
 * deletes it.
 */
export function useReminders(): Reminders {
  const { email } = useUser();
  return useMemo(
    () => ({
      read: (key) => reminders.read(key, email),
      keep: (key, text) => reminders.keep(key, email, text),
    }),
    [email],
  );
}
