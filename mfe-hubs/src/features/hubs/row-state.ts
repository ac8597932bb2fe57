import type { HubRights } from './hub-rights.ts';

/**
 * The row of one hub (specification, section 4). `confirming`: the prompt is open. `releasing`, `asking`: the call of
 * the owner's release or the guest's request is running. `removed`: the list removes the hub.
 */
export interface RowState {
  readonly status: 'normal' | 'confirming' | 'releasing' | 'asking' | 'removed';
}

export type RowEvent =
  | { readonly type: 'prompt-opened' }
  | { readonly type: 'cancelled' }
  /** The owner confirmed the release, or a guest the request to the owner. */
  | { readonly type: 'confirmed'; readonly role: HubRights['role'] }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' }
  /** Nobody knows whether it was carried out. */
  | { readonly type: 'unanswered' };

const ENDED: ReadonlySet<RowEvent['type']> = new Set(['succeeded', 'failed', 'unanswered']);

export const NORMAL: RowState = { status: 'normal' };

/** Each state ignores events that do not apply to it. */
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
      return event.type === 'failed' || event.type === 'unanswered' ? NORMAL : state;
    case 'asking':
      return ENDED.has(event.type) ? NORMAL : state;
    case 'removed':
      return state;
  }
}
