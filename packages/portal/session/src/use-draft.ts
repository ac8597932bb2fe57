import { useState } from 'react';
import { useUser } from './session.ts';
import { addresses, drafts } from './user-storage.ts';

/**
 * The text of a field, or the values of a form as JSON, for pages that only a signed-in user sees. The draft survives a
 * reload and the end of the session in this tab, so that it is there again when the same user signs in. A log-out or
 * the deletion of the account deletes it, in a tab that is asleep or closed when that runs again. One line of at most
 * 10,000 characters; never for a password.
 */
export function useDraft(key: string): readonly [text: string, change: (text: string) => void] {
  const { email } = useUser();
  const [draft, setDraft] = useState(() => ({ email, text: drafts.read(key, email) }));
  function change(text: string): void {
    setDraft({ email, text });
    drafts.keep(key, email, text);
  }
  // When the browser restores the page from memory, another user may be signed in.
  return [addresses.isSamePerson(draft.email, email) ? draft.text : drafts.read(key, email), change];
}
