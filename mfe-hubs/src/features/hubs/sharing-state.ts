import type { Sharing } from '@portal/api';

const OTHER: Readonly<Record<Sharing, Sharing>> = { public: 'off', off: 'public' };

/** The sharing of a hub as it was loaded. */
export function idleSharing(sharing: Sharing | 'unknown'): SharingState {
  return { status: 'idle', sharing, failed: false, switchedOff: false };
}

/** The sharing that a press on the switch requests. */
export function otherSharing(sharing: Sharing): Sharing {
  return OTHER[sharing];
}

/**
 * The sharing of one hub: idle, changing, and idle again after success or failure (specification, section 4). `slow`:
 * the call has taken longer than `SPINNER_DELAY_MS`. `failed`: how the last change failed; also while it is tried
 * again. `sharing` changes only when the call has succeeded. `switchedOff`: the owner has just stopped sharing.
 */
export type SharingState =
  | {
      readonly status: 'idle';
      readonly sharing: Sharing | 'unknown';
      readonly failed: FailedChange | false;
      readonly switchedOff: boolean;
    }
  | {
      readonly status: 'changing';
      readonly sharing: Sharing;
      readonly failed: FailedChange | false;
      readonly slow: boolean;
    };

/** `unknown`: the change had no answer, and the hubs could not be read afterwards. */
type FailedChange = 'unchanged' | 'unknown';

export type SharingEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'took-long' }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' }
  | { readonly type: 'unanswered' };

/** One change at a time: further requests are ignored until it ends. Unknown sharing cannot be changed. */
export function sharingReducer(state: SharingState, event: SharingEvent): SharingState {
  if (state.status === 'idle') {
    if (event.type !== 'asked' || state.sharing === 'unknown') return state;
    return { status: 'changing', sharing: state.sharing, failed: state.failed, slow: false };
  }
  switch (event.type) {
    case 'asked':
      return state;
    case 'took-long':
      return { ...state, slow: true };
    case 'succeeded':
      return {
        status: 'idle',
        sharing: otherSharing(state.sharing),
        failed: false,
        switchedOff: state.sharing === 'public',
      };
    case 'failed':
      return { status: 'idle', sharing: state.sharing, failed: 'unchanged', switchedOff: false };
    case 'unanswered':
      return { status: 'idle', sharing: state.sharing, failed: 'unknown', switchedOff: false };
  }
}

const TEXTS = { public: 'sharingStates.on', off: 'sharingStates.off', unknown: 'unknown' } as const;

type SharingText = (typeof TEXTS)[keyof typeof TEXTS] | 'sharingStates.changing';

/** Key of the row's text about sharing. */
export function sharingText({ sharing }: { readonly sharing: SharingState }): SharingText {
  return sharing.status === 'changing' && sharing.slow ? 'sharingStates.changing' : TEXTS[sharing.sharing];
}
