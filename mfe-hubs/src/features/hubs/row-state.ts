import type { HubRights } from './hub-rights.ts';

/**
 * The row of one hub (specification, section 4). `confirming`: the prompt is open. `releasing`, `asking`: the call of the owner's
 * release or the guest's request is running. `removed`: the list removes the hub.
 */
export interface RowState {
  readonly status: 'normal' | 'confirming' | 'releasing' | 'asking' | 'removed';
  /** Whether a guest's request has been sent. The row is then `normal` with a badge, and the guest may ask again. */
  readonly asked: boolean;
}

export type RowEvent =
  | { readonly type: 'prompt-opened' }
  | { readonly type: 'cancelled' }
  /** The owner confirmed the release, or a guest the request to the owner. */
  | { readonly type: 'confirmed'; readonly role: HubRights['role'] }
  | { readonly type: 'succeeded' }
  | { readonly type: 'failed' };

export const NORMAL: RowState = { status: 'normal', asked: false };

/** Each state ignores events that do not apply to it. */
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
