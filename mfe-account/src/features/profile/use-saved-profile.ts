import { useUser } from '@portal/session';
import { useMemo, useState } from 'react';
import { storedProfile } from './profile.ts';
import type { ProfileInput } from './profile.ts';

/**
 * The profile as it is saved, and how to say what has just been saved. That counts at once: the session's user, who is read again
 * after a save, may come much later. Another value of that user wins over it.
 */
export function useSavedProfile(): readonly [saved: ProfileInput, addSaved: (values: Partial<ProfileInput>) => void] {
  const { firstName, lastName, country } = useUser();
  const stored = useMemo(() => storedProfile({ firstName, lastName, country }), [firstName, lastName, country]);
  const [state, setState] = useState({ stored, saved: stored });
  if (state.stored !== stored) setState({ stored, saved: stored });
  return [state.saved, (values) => setState((last) => ({ ...last, saved: { ...last.saved, ...values } }))];
}
