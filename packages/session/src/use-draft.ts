import { useState } from 'react';
import { keepDraft, readDraft } from './drafts.ts';
import { useUser } from './use-session.ts';

/**
 * The text of a field, for pages that only a signed-in user sees: kept in this tab, for this user, over a reload and over the end of
 * the session, so that it is there again after the next sign-in. A log-out forgets it. One line; never for a password.
 */
export function useDraft(key: string): readonly [text: string, change: (text: string) => void] {
  const { email } = useUser();
  const [text, setText] = useState(() => readDraft(key, email));
  function change(next: string): void {
    setText(next);
    keepDraft(key, email, next);
  }
  return [text, change];
}
