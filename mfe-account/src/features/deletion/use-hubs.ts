import { CallError, getHubs, type Hub } from '@portal/api';
import { useEffect, useState } from 'react';

export type HubsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'loaded'; readonly hubs: readonly Hub[] };

/** The hubs on the account. Whoever cannot see them can delete their account all the same, so a failure raises no notice. */
export function useHubs(): readonly [state: HubsState, askAgain: () => void] {
  const [state, setState] = useState<HubsState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    let left = false;
    getHubs().then(
      (hubs) => {
        if (!left) setState({ status: 'loaded', hubs });
      },
      (error: unknown) => {
        if (!left) setState({ status: 'failed' });
        if (!(error instanceof CallError)) throw error;
      },
    );
    return () => {
      left = true;
    };
  }, [attempt]);

  function askAgain(): void {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }

  return [state, askAgain];
}
