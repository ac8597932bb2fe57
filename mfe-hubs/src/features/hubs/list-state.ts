import type { Hub } from '@portal/api';

/**
 * The list of hubs. `retrying` is loading again after a failure, `refreshing` after an empty answer: the card that carries the
 * pressed button stays until the answer is there.
 */
export type ListState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'retrying' }
  | { readonly status: 'loaded'; readonly hubs: readonly Hub[] }
  | { readonly status: 'refreshing' };

export type ListEvent =
  | { readonly type: 'asked-again' }
  | { readonly type: 'arrived'; readonly hubs: readonly Hub[] }
  | { readonly type: 'broke' };

export function listReducer(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'arrived':
      return { status: 'loaded', hubs: event.hubs };
    case 'broke':
      return { status: 'failed' };
    case 'asked-again':
      if (state.status === 'failed') return { status: 'retrying' };
      return state.status === 'loaded' ? { status: 'refreshing' } : state;
  }
}
