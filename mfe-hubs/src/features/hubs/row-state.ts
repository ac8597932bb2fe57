import type { Hub } from '@portal/api';

/**
 * The row of one hub (specification, section 4). `confirming`: the prompt is open. `releasing`, `asking`: the owner's release or the
 * guest's request is on its way. `asked`: normal again, with the owner asked. `removed`: the list drops the hub.
 */
export type RowState =
  | { readonly status: 'normal' }
  | { readonly status: 'confirming' }
  | { readonly status: 'releasing' }
  | { readonly status: 'asking' }
  | { readonly status: 'asked' }
  | { readonly status: 'removed' };

export type RowEvent =
  | { readonly type: 'prompt-opened' }
  | { readonly type: 'cancelled' }
  /** What follows is the role's: an owner releases, a guest asks. */
  | { readonly type: 'confirmed'; readonly role: Hub['role'] }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' };

export const NORMAL: RowState = { status: 'normal' };

/** An event that means nothing in a state leaves that state as it is. */
export function rowReducer(state: RowState, event: RowEvent): RowState {
  switch (state.status) {
    case 'normal':
      return event.type === 'prompt-opened' ? { status: 'confirming' } : state;
    case 'confirming':
      if (event.type === 'cancelled') return NORMAL;
      if (event.type !== 'confirmed') return state;
      return { status: event.role === 'owner' ? 'releasing' : 'asking' };
    case 'releasing':
      if (event.type === 'succeeded') return { status: 'removed' };
      return event.type === 'failed' ? NORMAL : state;
    case 'asking':
      if (event.type === 'succeeded') return { status: 'asked' };
      return event.type === 'failed' ? NORMAL : state;
    case 'asked':
    case 'removed':
      return state;
  }
}
