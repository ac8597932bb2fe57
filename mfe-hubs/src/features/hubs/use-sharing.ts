import { CallError, changeSharing, type Hub, type Sharing } from '@portal/api';
import { useEffect, useReducer, useRef } from 'react';
import { type SharingState, sharingReducer } from './sharing-state.ts';

/** A call that takes longer shows that it does, in milliseconds (specification, section 9). */
const SPINNER_DELAY = 300;

export interface SharingOutcomes {
  readonly onSuccess: () => void;
  readonly onFailure: () => void;
}

/** The sharing of `hub`, and the way to change it. */
export function useSharing(
  hub: Hub,
  { onSuccess, onFailure }: SharingOutcomes,
): { readonly state: SharingState; readonly change: (wanted: Sharing) => Promise<void> } {
  const [state, dispatch] = useReducer(sharingReducer, { status: 'idle', sharing: hub.sharing });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function change(wanted: Sharing): Promise<void> {
    if (state.status === 'changing') return;
    dispatch({ type: 'asked', wanted });
    timer.current = setTimeout(() => dispatch({ type: 'took-long' }), SPINNER_DELAY);
    try {
      await changeSharing({ serial: hub.serial, partNumber: hub.partNumber, sharing: wanted });
      dispatch({ type: 'succeeded' });
      onSuccess();
    } catch (error) {
      // However the call failed, it means the same here: nothing has changed.
      dispatch({ type: 'failed' });
      onFailure();
      if (!(error instanceof CallError)) throw error;
    } finally {
      clearTimeout(timer.current);
    }
  }

  return { state, change };
}
