import { CallError, changeSharing, getHubs, releaseHub, reportFailure, requestHubRelease } from '@portal/api';
import type { HubId } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import type { Translate } from '@portal/i18n';
import { notify } from '@portal/ui';
import { useMemo } from 'react';
import type { Dispatch } from 'react';
import type { HubRights } from './hub-rights.ts';
import type { HubEntry, ListEvent } from './list-state.ts';
import { otherSharing } from './sharing-state.ts';
import type { SharingEvent } from './sharing-state.ts';

/** Calls that take longer are shown as running, in milliseconds (specification, section 9). */
const SPINNER_DELAY_MS = 300;

export interface HubActions {
  /** Shares the hub or stops sharing it. One change of a hub at a time. */
  readonly changeSharing: (entry: HubEntry) => Promise<void>;
  /** Opens the row's prompt: to release the hub, or to ask its owner to release it. */
  readonly openPrompt: (entry: HubEntry) => void;
  readonly cancel: (entry: HubEntry) => void;
  /** Carries out the open prompt: releases the hub, or asks its owner to release it. */
  readonly confirm: (entry: HubEntry) => Promise<void>;
}

/** Failures after which nobody knows whether a change was made. */
const UNKNOWN_OUTCOME: ReadonlySet<string> = new Set(['timed-out', 'unreachable']);

const CALLS: Record<HubRights['role'], (hub: HubId) => Promise<void>> = { owner: releaseHub, guest: requestHubRelease };

function hubActions(
  dispatch: Dispatch<ListEvent>,
  onOwnerAsked: (entry: HubEntry) => void,
  t: Translate<'mfe-hubs'>,
): HubActions {
  /** Shows the hubs that the API has now. Without an answer, the list stays as it is. */
  async function readAgain(): Promise<void> {
    try {
      dispatch({ type: 'arrived', hubs: await getHubs() });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  }

  /** Reads again after a change without an answer, because nobody knows whether it was made; also when its answer comes late. */
  function readUnknownOutcome(error: unknown): void {
    if (!(error instanceof CallError) || !UNKNOWN_OUTCOME.has(error.kind)) return;
    void readAgain();
    error.late?.then(readAgain, () => undefined);
  }

  /** Waits for `call` and raises the notice of success. If the call fails, the row stays as it was. */
  async function finish(call: Promise<void>, end: (type: 'succeeded' | 'failed') => void, success: string) {
    try {
      await call;
    } catch (error) {
      end('failed');
      readUnknownOutcome(error);
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
      return;
    }
    end('succeeded');
    notify({ kind: 'success', text: success });
  }

  return {
    async changeSharing({ key, rights, sharing }) {
      if (!rights || sharing.status === 'changing' || sharing.sharing === 'unknown') return;
      const send = (type: SharingEvent['type']) => dispatch({ type: 'sharing', key, event: { type } });
      send('asked');
      const timer = setTimeout(() => send('took-long'), SPINNER_DELAY_MS);
      const call = changeSharing({ ...rights.id, sharing: otherSharing(sharing.sharing) });
      await finish(
        call.finally(() => clearTimeout(timer)),
        send,
        t('saved'),
      );
    },
    openPrompt: ({ key }) => dispatch({ type: 'row', key, event: { type: 'prompt-opened' } }),
    cancel: ({ key }) => dispatch({ type: 'row', key, event: { type: 'cancelled' } }),
    async confirm(entry) {
      const { key, rights, row } = entry;
      if (!rights || row.status !== 'confirming') return;
      const { role, id } = rights;
      dispatch({ type: 'row', key, event: { type: 'confirmed', role } });
      const end = (type: 'succeeded' | 'failed') => {
        if (role === 'guest' && type === 'succeeded') onOwnerAsked(entry);
        dispatch({ type: 'row', key, event: { type } });
      };
      await finish(CALLS[role](id), end, t(`prompts.${role}.done`));
    },
  };
}

/** The actions on the hubs of a list; the object changes only with the language. A notice reports whether an action succeeded. */
export function useHubActions(dispatch: Dispatch<ListEvent>, onOwnerAsked: (entry: HubEntry) => void): HubActions {
  const { t } = useTranslation('mfe-hubs');
  return useMemo(() => hubActions(dispatch, onOwnerAsked, t), [dispatch, onOwnerAsked, t]);
}
