import type { Sharing } from '@portal/api';

/**
 * The sharing of one hub: idle, changing, idle again on success or failure (specification, section 4). `slow` once the call has
 * taken over 300 ms. `sharing` is what is true until the call has succeeded.
 */
export type SharingState =
  | { readonly status: 'idle'; readonly sharing: Sharing }
  | { readonly status: 'changing'; readonly sharing: Sharing; readonly wanted: Sharing; readonly slow: boolean };

export type SharingEvent =
  | { readonly type: 'asked'; readonly wanted: Sharing }
  | { readonly type: 'took-long' }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' };

/** One change at a time: what is asked while another is on its way is ignored. */
export function sharingReducer(state: SharingState, event: SharingEvent): SharingState {
  if (state.status === 'idle') {
    return event.type === 'asked'
      ? { status: 'changing', sharing: state.sharing, wanted: event.wanted, slow: false }
      : state;
  }
  switch (event.type) {
    case 'asked':
      return state;
    case 'took-long':
      return { ...state, slow: true };
    case 'succeeded':
      return { status: 'idle', sharing: state.wanted };
    case 'failed':
      return { status: 'idle', sharing: state.sharing };
  }
}
