import type { Hub } from '@portal/api';

/**
 * The row of one hub (specification, section 4). `confirming`: the prompt is open. `releasing`, `asking`: the owner's release or the
 * guest's request is on its way. `removed`: the list drops the hub.
 */
export interface RowState {
  readonly status: 'normal' | 'confirming' | 'releasing' | 'asking' | 'removed';
  /** A guest's request has been sent. The row is normal again and bears a mark; the owner may be asked again. */
  readonly asked: boolean;
}

export type RowEvent =
  | { readonly type: 'prompt-opened' }
  | { readonly type: 'cancelled' }
  /** An owner releases the hub, a guest asks its owner to do so. */
  | { readonly type: 'confirmed'; readonly role: Hub['role'] }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' };

export const NORMAL: RowState = { status: 'normal', asked: false };

/** A state ignores events that have no meaning in it. */
export function rowReducer(state: RowState, event: RowEvent): RowState {
  const { asked } = state;
  const normal: RowState = { status: 'normal', asked };
  switch (state.status) {
    case 'normal':
      return event.type === 'prompt-opened' ? { status: 'confirming', asked } : state;
    case 'confirming':
      if (event.type === 'cancelled') return normal;
      if (event.type !== 'confirmed') return state;
      return { status: event.role === 'owner' ? 'releasing' : 'asking', asked };
    case 'releasing':
      if (event.type === 'succeeded') return { status: 'removed', asked };
      return event.type === 'failed' ? normal : state;
    case 'asking':
      if (event.type === 'succeeded') return { status: 'normal', asked: true };
      return event.type === 'failed' ? normal : state;
    case 'removed':
      return state;
  }
}
