import { useState } from 'react';
import { keepDraft, readDraft } from './drafts.ts';
import { useUser } from './session.ts';

/**
 * The text of a field, or the values of a whole form as JSON, for pages that only a signed-in user sees: kept in this tab, for this user, over a reload and over the end of
 * the session, so that the next sign-in restores it. A log-out or a deletion of the account deletes it. One line of at most 10,000 characters; never for a password.
 */
export function useDraft(key: string): readonly [text: string, change: (text: string) => void] {
  const { email } = useUser();
  const [draft, setDraft] = useState(() => ({ email, text: readDraft(key, email) }));
  function change(text: string): void {
    setDraft({ email, text });
    keepDraft(key, email, text);
  }
  // A page from the browser's memory may find another user signed in.
  return [draft.email === email ? draft.text : readDraft(key, email), change];
}
