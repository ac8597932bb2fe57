import { CallError, changeSharing, releaseHub, requestHubRelease } from '@portal/api';
import type { Hub } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import type { Translate } from '@portal/i18n';
import { isSessionOver } from '@portal/session';
import { notify } from '@portal/ui';
import { useMemo, useState } from 'react';
import type { Dispatch } from 'react';
import type { HubEntry, ListEvent } from './list-state.ts';
import { otherSharing } from './sharing-state.ts';

/** A call that takes longer shows that it does, in milliseconds (specification, section 9). */
const SPINNER_DELAY_MS = 300;

/** What somebody can do in a row. */
export interface HubActions {
  /** Shares the hub or stops sharing it. One change of a hub at a time. */
  changeSharing(entry: HubEntry): Promise<void>;
  /** Opens the row's prompt: to release the hub, or to ask its owner for that. */
  openPrompt(entry: HubEntry): void;
  cancel(entry: HubEntry): void;
  /** Does what the open prompt says. */
  confirm(entry: HubEntry): Promise<void>;
}

const ACTS: Record<Hub['role'], (hub: Hub) => Promise<void>> = { owner: releaseHub, guest: requestHubRelease };

/** Waits for the call. However it fails, that means the same to the row: all is as it was. Only an error of our own goes on. */
async function settle(call: Promise<void>, succeeded: () => void, failed: () => void): Promise<void> {
  try {
    await call;
  } catch (error) {
    failed();
    if (error instanceof CallError) return;
    throw error;
  }
  succeeded();
}

/** The rows whose act is under way. Several presses may come before the row is another one. */
type Running = Set<string>;

function hubActions(dispatch: Dispatch<ListEvent>, t: Translate<'mfe-hubs'>, running: Running): HubActions {
  // When the session is over the shell leaves for sign-in, and says so itself.
  const notifyFailure = () => {
    if (!isSessionOver()) notify({ kind: 'error', text: t('failure') });
  };

  async function change({ key, hub, sharing }: HubEntry): Promise<void> {
    const send = (type: 'took-long' | 'succeeded' | 'failed') => dispatch({ type: 'sharing', key, event: { type } });
    dispatch({ type: 'sharing', key, event: { type: 'asked' } });
    const timer = setTimeout(() => send('took-long'), SPINNER_DELAY_MS);
    const { serial, partNumber } = hub;
    const call = changeSharing({ serial, partNumber, sharing: otherSharing(sharing) }).finally(() =>
      clearTimeout(timer),
    );
    const succeeded = () => {
      send('succeeded');
      notify({ kind: 'success', text: t('saved') });
    };
    const failed = () => {
      send('failed');
      notifyFailure();
    };
    await settle(call, succeeded, failed);
  }

  async function act({ key, hub }: HubEntry): Promise<void> {
    dispatch({ type: 'row', key, event: { type: 'confirmed', role: hub.role } });
    const succeeded = () => {
      dispatch({ type: 'row', key, event: { type: 'succeeded' } });
      notify({ kind: 'success', text: t(`prompts.${hub.role}.done`) });
    };
    const failed = () => {
      dispatch({ type: 'row', key, event: { type: 'failed' } });
      notifyFailure();
    };
    await settle(ACTS[hub.role](hub), succeeded, failed);
  }

  return {
    async changeSharing(entry) {
      if (entry.sharing.status !== 'changing') await change(entry);
    },
    openPrompt: ({ key }) => dispatch({ type: 'row', key, event: { type: 'prompt-opened' } }),
    cancel: ({ key }) => dispatch({ type: 'row', key, event: { type: 'cancelled' } }),
    async confirm(entry) {
      if (entry.row.status !== 'confirming' || running.has(entry.key)) return;
      running.add(entry.key);
      await act(entry).finally(() => running.delete(entry.key));
    },
  };
}

/** The actions on the hubs of a list, the same until the language changes. They say by notice how they went. */
export function useHubActions(dispatch: Dispatch<ListEvent>): HubActions {
  const { t } = useTranslation('mfe-hubs');
  const [running] = useState<Running>(() => new Set());
  return useMemo(() => hubActions(dispatch, t, running), [dispatch, t, running]);
}
