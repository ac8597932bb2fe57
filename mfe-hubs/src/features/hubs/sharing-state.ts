/**
 * The sharing of one hub: idle, changing, idle again on success or failure (specification, section 4). `slow` once the call has
 * taken over 300 ms. `isShared` changes when the call has succeeded.
 */
export type SharingState =
  | { readonly status: 'idle'; readonly isShared: boolean }
  | { readonly status: 'changing'; readonly isShared: boolean; readonly slow: boolean };

export type SharingEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'took-long' }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' };

/** One change at a time: what is asked while another is on its way is ignored. */
export function sharingReducer(state: SharingState, event: SharingEvent): SharingState {
  if (state.status === 'idle') {
    return event.type === 'asked' ? { status: 'changing', isShared: state.isShared, slow: false } : state;
  }
  switch (event.type) {
    case 'asked':
      return state;
    case 'took-long':
      return { ...state, slow: true };
    case 'succeeded':
      return { status: 'idle', isShared: !state.isShared };
    case 'failed':
      return { status: 'idle', isShared: state.isShared };
  }
}
