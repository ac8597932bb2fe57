import { describe, expect, test } from '@jest/globals';
import type { Hub } from '@portal/api';
import { listReducer } from './list-state.ts';
import type { ListEvent, ListState } from './list-state.ts';
import { testHub as hub } from '../../testing/test-hub.ts';

const loaded = (...hubs: Hub[]): ListState => listReducer({ status: 'loading' }, { type: 'arrived', hubs });
const entriesOf = (state: ListState) => (state.status === 'loaded' ? state.entries : []);

function keyOf(state: ListState, serial: string): string {
  return entriesOf(state).find((entry) => entry.hub.serial === serial)?.key ?? '';
}

/** The list after the rows' and switches' own events for the hub with this serial. */
function after(
  state: ListState,
  serial: string,
  ...events: Pick<Extract<ListEvent, { key: string }>, 'type' | 'event'>[]
) {
  return events.reduce((list, event) => {
    // One of the two pairs, as given.
    return listReducer(list, { ...event, key: keyOf(list, serial) } as ListEvent);
  }, state);
}

test('loaded hubs replace any earlier state', () => {
  for (const status of ['loading', 'failed', 'retrying', 'refreshing'] as const) {
    expect(listReducer({ status }, { type: 'arrived', hubs: [] })).toEqual({ status: 'loaded', entries: [] });
  }
});

test.each<[ListState, ListState['status']]>([
  [{ status: 'failed' }, 'retrying'],
  [{ status: 'loaded', entries: [] }, 'refreshing'],
  [{ status: 'loading' }, 'loading'],
  [{ status: 'retrying' }, 'retrying'],
])('on a reload, %j becomes "%s"', (state, status) => {
  expect(listReducer(state, { type: 'asked-again' }).status).toBe(status);
});

test('a failed load gives the failed state', () => {
  expect(listReducer({ status: 'retrying' }, { type: 'broke' })).toEqual({ status: 'failed' });
});

describe('a loaded list', () => {
  const list = loaded(hub('1', { sharing: 'public' }), hub('2'));

  test('starts with normal rows and idle switches', () => {
    expect(entriesOf(list)).toMatchObject([
      { row: { status: 'normal' }, sharing: { status: 'idle', sharing: 'public' } },
      { row: { status: 'normal' }, sharing: { status: 'idle', sharing: 'off' } },
    ]);
  });

  test('identifies a hub by serial and part number together', () => {
    const alike = loaded(hub('1', { partNumber: '2+3' }), hub('1+2', { partNumber: '3' }), hub('1'));
    expect(new Set(entriesOf(alike).map(({ key }) => key)).size).toBe(3);
  });

  test('passes an event to its row and leaves the other rows unchanged', () => {
    const next = after(list, '2', { type: 'row', event: { type: 'prompt-opened' } });
    expect(entriesOf(next)[1]?.row).toEqual({ status: 'confirming' });
    expect(entriesOf(next)[0]).toBe(entriesOf(list)[0]);
  });

  test('completes a change of sharing while the prompt is open', () => {
    const next = after(
      list,
      '2',
      { type: 'sharing', event: { type: 'asked' } },
      { type: 'row', event: { type: 'prompt-opened' } },
      { type: 'sharing', event: { type: 'succeeded' } },
    );
    expect(entriesOf(next)[1]).toMatchObject({
      row: { status: 'confirming' },
      sharing: { status: 'idle', sharing: 'public' },
    });
  });

  test('removes a hub that its owner has released', () => {
    const next = after(
      list,
      '1',
      { type: 'row', event: { type: 'prompt-opened' } },
      { type: 'row', event: { type: 'confirmed', role: 'owner' } },
      { type: 'row', event: { type: 'succeeded' } },
    );
    expect(entriesOf(next).map((entry) => entry.hub.serial)).toEqual(['2']);
  });

  test('keeps a hub whose owner was asked', () => {
    const next = after(
      list,
      '1',
      { type: 'row', event: { type: 'prompt-opened' } },
      { type: 'row', event: { type: 'confirmed', role: 'guest' } },
      { type: 'row', event: { type: 'succeeded' } },
    );
    expect(entriesOf(next)[0]?.row).toEqual({ status: 'normal' });
  });
});

test('an answer for a hub that is no longer listed changes nothing', () => {
  const event: ListEvent = { type: 'row', key: 'gone', event: { type: 'succeeded' } };
  expect(listReducer(loaded(hub('1')), event)).toEqual(loaded(hub('1')));
  expect(listReducer({ status: 'failed' }, event)).toEqual({ status: 'failed' });
});
