import type { Hub, Sharing } from '@portal/api';

const OTHER: Readonly<Record<Sharing, Sharing>> = { public: 'off', off: 'public' };

/** The sharing that a press on the switch requests. */
export function otherSharing({ sharing }: SharingState): Sharing {
  return OTHER[sharing];
}

/**
 * The sharing of one hub: idle, changing, and idle again after success or failure (specification, section 4). `slow`: the call has
 * taken over 300 ms. `sharing` changes only when the call has succeeded.
 */
export type SharingState =
  | { readonly status: 'idle'; readonly sharing: Sharing }
  | { readonly status: 'changing'; readonly sharing: Sharing; readonly slow: boolean };

export type SharingEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'took-long' }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' };

/** One change at a time: further requests are ignored until it ends. */
export function sharingReducer(state: SharingState, event: SharingEvent): SharingState {
  if (state.status === 'idle') {
    return event.type === 'asked' ? { status: 'changing', sharing: state.sharing, slow: false } : state;
  }
  switch (event.type) {
    case 'asked':
      return state;
    case 'took-long':
      return { ...state, slow: true };
    case 'succeeded':
      return { status: 'idle', sharing: otherSharing(state) };
    case 'failed':
      return { status: 'idle', sharing: state.sharing };
  }
}

export type SharingText = 'setByOwner' | 'sharingStates.on' | 'sharingStates.off' | 'sharingStates.changing';

/** Key of the row's text about sharing: for a guest, that only the owner can change it; for the owner, on, off or changing. */
export function sharingText({ hub, sharing }: { readonly hub: Hub; readonly sharing: SharingState }): SharingText {
  if (hub.role === 'guest') return 'setByOwner';
  if (sharing.status === 'changing' && sharing.slow) return 'sharingStates.changing';
  return sharing.sharing === 'public' ? 'sharingStates.on' : 'sharingStates.off';
}
