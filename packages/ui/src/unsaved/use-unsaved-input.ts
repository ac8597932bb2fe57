import { useEffect, useEffectEvent } from 'react';
import { holdUnsavedInput } from './unsaved-input.ts';

/**
 * For a form: as long as `unsaved`, the portal asks before it is left, and no release takes the page away. `unsaved` compares values:
 * what was typed back is no edit. `discard` puts the form back to what is saved.
 */
export function useUnsavedInput(unsaved: boolean, discard: () => void): void {
  const discardNow = useEffectEvent(discard);
  useEffect(() => (unsaved ? holdUnsavedInput(() => discardNow()) : undefined), [unsaved]);
}
