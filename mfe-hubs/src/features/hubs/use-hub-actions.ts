import { CallError, changeSharing, getHubs, releaseHub, reportFailure, requestHubRelease } from '@portal/api';
import type { HubId } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import type { Translate } from '@portal/i18n';
import { notify, SPINNER_DELAY_MS } from '@portal/ui';
import { useMemo } from 'react';
import type { Dispatch } from 'react';
import type { HubRights } from './hub-rights.ts';
import type { HubEntry, ListEvent } from './list-state.ts';
import { otherSharing } from './sharing-state.ts';
import type { SharingEvent } from './sharing-state.ts';

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

/** Reads the hubs while changes of them are running. */
function createListReader(dispatch: Dispatch<ListEvent>) {
  /** Changes that wait for their answer, and all that have begun or ended. */
  let running = 0;
  let counted = 0;
  let isReadDue = false;

  /**
   * Shows the hubs that the API has now. An answer from before the latest change would undo it on the screen: then
   * reads once more, after the changes that are running. Without an answer, the list stays as it is. @returns whether
   * the hubs were shown.
   */
  async function readAgain(): Promise<boolean> {
    isReadDue = running > 0;
    if (isReadDue) return false;
    const before = counted;
    try {
      const hubs = await getHubs();
      if (counted !== before) return await readAgain();
      dispatch({ type: 'arrived', hubs });
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return false;
    }
  }

  /** Waits for a change, and counts it. */
  async function counting(call: Promise<void>): Promise<void> {
    running += 1;
    counted += 1;
    try {
      await call;
    } finally {
      running -= 1;
      counted += 1;
    }
  }

  return { readAgain, counting, isReadDue: () => isReadDue };
}

function hubActions(
  dispatch: Dispatch<ListEvent>,
  onOwnerRequested: (entry: HubEntry) => void,
  t: Translate<'mfe-hubs'>,
): HubActions {
  const { readAgain, counting, isReadDue } = createListReader(dispatch);

  /**
   * Reads again after a change without an answer, because nobody knows whether it was made; also when its answer comes
   * late.
   */
  async function endUnanswered(end: (type: 'unanswered') => void, { late }: CallError): Promise<void> {
    late?.then(readAgain, () => undefined);
    if (!(await readAgain())) end('unanswered');
  }

  /** Waits for `call` and raises the notice of success. If the call fails, the row stays as it was. */
  async function finish(
    call: Promise<void>,
    end: (type: 'succeeded' | 'failed' | 'unanswered') => void,
    success: string,
  ) {
    try {
      await counting(call);
      end('succeeded');
      notify({ kind: 'success', text: success });
    } catch (error) {
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
      if (error instanceof CallError && UNKNOWN_OUTCOME.has(error.kind)) await endUnanswered(end, error);
      else end('failed');
    }
    if (isReadDue()) void readAgain();
  }

  return {
    async changeSharing({ key, rights, sharing }) {
      if (!rights || sharing.status === 'changing' || sharing.sharing === 'unknown') return;
      const send = (type: SharingEvent['type']) => dispatch({ type: 'sharing', key, event: { type } });
      send('asked');
      const timer = setTimeout(() => send('took-long'), SPINNER_DELAY_MS);
      await finish(changeSharing({ ...rights.id, sharing: otherSharing(sharing.sharing) }), send, t('saved'));
      clearTimeout(timer);
    },
    openPrompt: ({ key }) => dispatch({ type: 'row', key, event: { type: 'prompt-opened' } }),
    cancel: ({ key }) => dispatch({ type: 'row', key, event: { type: 'cancelled' } }),
    async confirm(entry) {
      const { key, rights, row } = entry;
      if (!rights || row.status !== 'confirming') return;
      const { role, id } = rights;
      dispatch({ type: 'row', key, event: { type: 'confirmed', role } });
      const end = (type: 'succeeded' | 'failed' | 'unanswered') => {
        if (role === 'guest' && type === 'succeeded') onOwnerRequested(entry);
        dispatch({ type: 'row', key, event: { type } });
      };
      await finish(CALLS[role](id), end, t(`prompts.${role}.done`));
    },
  };
}

/**
 * The actions on the hubs of a list; the object changes only with the language. A notice reports whether an action
 * succeeded.
 */
export function useHubActions(dispatch: Dispatch<ListEvent>, onOwnerRequested: (entry: HubEntry) => void): HubActions {
  const { t } = useTranslation('mfe-hubs');
  return useMemo(() => hubActions(dispatch, onOwnerRequested, t), [dispatch, onOwnerRequested, t]);
}
