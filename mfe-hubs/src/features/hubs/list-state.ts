import type { Hub } from '@portal/api';
import { findRights } from './hub-rights.ts';
import type { HubRights } from './hub-rights.ts';
import { NORMAL, rowReducer } from './row-state.ts';
import type { RowEvent, RowState } from './row-state.ts';
import { idleSharing, sharingReducer } from './sharing-state.ts';
import type { SharingEvent, SharingState } from './sharing-state.ts';

/**
 * A hub of the list. Row and sharing are separate states: a change of sharing may still run while the prompt is open.
 */
export interface HubEntry {
  /** Unique in the list. */
  readonly key: string;
  readonly hub: Hub;
  /** Undefined if the role or the part number cannot be read: then the row has no actions. */
  readonly rights: HubRights | undefined;
  readonly row: RowState;
  readonly sharing: SharingState;
}

/**
 * The list of hubs. `retrying`: loads again after a failure; `refreshing`: after an empty answer. In both, the card
 * with the pressed button stays until the answer arrives.
 */
export type ListState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'retrying' }
  | { readonly status: 'loaded'; readonly entries: readonly HubEntry[] }
  | { readonly status: 'refreshing' };

export type ListEvent =
  | { readonly type: 'asked-again' }
  | { readonly type: 'arrived'; readonly hubs: readonly Hub[] }
  | { readonly type: 'broke' }
  | { readonly type: 'row'; readonly key: string; readonly event: RowEvent }
  | { readonly type: 'sharing'; readonly key: string; readonly event: SharingEvent };

function toEntry(hub: Hub, index: number): HubEntry {
  return {
    key: JSON.stringify([hub.serial, hub.partNumber, index]),
    hub,
    rights: findRights(hub),
    row: NORMAL,
    sharing: idleSharing(hub.sharing),
  };
}

/** The answer's hubs. A prompt that is open stays open. */
function arrived(state: ListState, hubs: readonly Hub[]): ListState {
  const known = new Map(state.status === 'loaded' ? state.entries.map(({ key, row }) => [key, row]) : []);
  const entries = hubs.map(toEntry).map((entry) => {
    const row = known.get(entry.key);
    return row?.status === 'confirming' ? { ...entry, row } : entry;
  });
  return { status: 'loaded', entries };
}

/** The list with one entry changed, or removed if its hub was released. */
function changeEntry(state: ListState, key: string, change: (entry: HubEntry) => HubEntry): ListState {
  if (state.status !== 'loaded') return state;
  const entries = state.entries
    .map((entry) => (entry.key === key ? change(entry) : entry))
    .filter(({ row }) => row.status !== 'removed');
  return { status: 'loaded', entries };
}

export function listReducer(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'arrived':
      return arrived(state, event.hubs);
    case 'broke':
      return { status: 'failed' };
    case 'asked-again':
      if (state.status === 'failed') return { status: 'retrying' };
      return state.status === 'loaded' ? { status: 'refreshing' } : state;
    case 'row':
      return changeEntry(state, event.key, (entry) => ({ ...entry, row: rowReducer(entry.row, event.event) }));
    case 'sharing':
      return changeEntry(state, event.key, (entry) => ({
        ...entry,
        sharing: sharingReducer(entry.sharing, event.event),
      }));
  }
}
