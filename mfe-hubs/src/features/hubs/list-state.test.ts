import { expect, test } from '@jest/globals';
import { listReducer, type ListState } from './list-state.ts';

test('what arrives is shown, whatever was there before', () => {
  for (const status of ['loading', 'failed', 'retrying', 'refreshing'] as const) {
    expect(listReducer({ status }, { type: 'arrived', hubs: [] })).toEqual({ status: 'loaded', hubs: [] });
  }
});

test.each<[ListState, ListState['status']]>([
  [{ status: 'failed' }, 'retrying'],
  [{ status: 'loaded', hubs: [] }, 'refreshing'],
  [{ status: 'loading' }, 'loading'],
  [{ status: 'retrying' }, 'retrying'],
])('asked again, %j becomes "%s"', (state, status) => {
  expect(listReducer(state, { type: 'asked-again' }).status).toBe(status);
});

test('a failure shows as one', () => {
  expect(listReducer({ status: 'retrying' }, { type: 'broke' })).toEqual({ status: 'failed' });
});
