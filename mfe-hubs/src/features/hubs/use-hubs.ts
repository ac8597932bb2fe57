import { CallError, getHubs, peekHubs, reportFailure } from '@portal/api';
import type { Hub } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { notify, useNavigate } from '@portal/ui';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Dispatch } from 'react';
import { listReducer } from './list-state.ts';
import type { ListEvent, ListState } from './list-state.ts';

interface Hubs {
  readonly state: ListState;
  readonly dispatch: Dispatch<ListEvent>;
  /** Loads them again, after a failure or an empty answer. */
  readonly askAgain: () => void;
}

const begin = (hubs: readonly Hub[] | undefined): ListState =>
  hubs ? listReducer({ status: 'loading' }, { type: 'arrived', hubs }) : { status: 'loading' };

/** The user's hubs, loaded when the page opens, or before. */
export function useHubs(): Hubs {
  const { t } = useTranslation('mfe-hubs');
  const [early] = useState(peekHubs);
  const [state, dispatch] = useReducer(listReducer, early, begin);
  const [attempt, setAttempt] = useState(1);
  const navigate = useNavigate();

  const askAgain = () => {
    dispatch({ type: 'asked-again' });
    setAttempt((count) => count + 1);
  };
  const onLateAnswer = useEffectEvent(() => {
    if (state.status === 'failed') askAgain();
  });
  const onFailure = useEffectEvent((error: unknown) => {
    if (error instanceof CallError && error.kind === 'forbidden') {
      // A 403 to a read that the page needs (ADR 14).
      void navigate('/forbidden', { replace: true });
      return;
    }
    dispatch({ type: 'broke' });
    if (error instanceof CallError) error.late?.then(onLateAnswer, () => undefined);
    reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
  });

  const hasBegun = early !== undefined && attempt === 1;
  useEffect(() => {
    // If this is the answer that is shown, it must not undo what the user has done meanwhile.
    let left = hasBegun;
    getHubs().then(
      (hubs) => {
        if (!left) dispatch({ type: 'arrived', hubs });
      },
      (error: unknown) => {
        if (!left) onFailure(error);
      },
    );
    return () => {
      left = true;
    };
  }, [attempt, hasBegun]);

  return { state, dispatch, askAgain };
}
