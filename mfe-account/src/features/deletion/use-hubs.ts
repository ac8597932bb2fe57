import { getHubs } from '@portal/api';
import type { Hub } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { useEffect, useEffectEvent, useState } from 'react';
import { notifyFailure } from '../../forms/notify-failure.ts';

export type HubsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'loaded'; readonly hubs: readonly Hub[] };

/**
 * The hubs on the account. Whoever cannot see them, not even after a 403, can delete their account all the same: a failure raises the
 * notice and leads nowhere.
 */
export function useHubs(): readonly [state: HubsState, askAgain: () => void] {
  const [state, setState] = useState<HubsState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const { t } = useTranslation('mfe-account');

  const onFailure = useEffectEvent((error: unknown) => {
    setState({ status: 'failed' });
    notifyFailure(error, t('failure'));
  });

  useEffect(() => {
    let left = false;
    getHubs().then(
      (hubs) => {
        if (!left) setState({ status: 'loaded', hubs });
      },
      (error: unknown) => {
        if (!left) onFailure(error);
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
