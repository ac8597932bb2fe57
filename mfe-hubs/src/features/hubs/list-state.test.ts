import { describe, expect, test } from '@jest/globals';
import type { Hub } from '@portal/api';
import { listReducer } from './list-state.ts';
import type { ListEvent, ListState } from './list-state.ts';
import { rowReducer } from './row-state.ts';
import type { RowEvent, RowState } from './row-state.ts';
import { idleSharing, sharingReducer } from './sharing-state.ts';
import type { SharingEvent, SharingState } from './sharing-state.ts';
import { testHub as hub } from '../../testing/test-hub.ts';

const loaded = (...hubs: Hub[]): ListState => listReducer({ status: 'loading' }, { type: 'arrived', hubs });
const getEntries = (state: ListState) => (state.status === 'loaded' ? state.entries : []);

test('a list identifies a hub by serial and part number together', () => {
  const alike = loaded(hub('1', { partNumber: '2+3' }), hub('1+2', { partNumber: '3' }), hub('1'));
  expect(new Set(getEntries(alike).map(({ key }) => key)).size).toBe(3);
});

test('an answer for a hub that is no longer listed changes nothing', () => {
  const event: ListEvent = { type: 'row', key: 'gone', event: { type: 'succeeded' } };
  expect(listReducer(loaded(hub('1')), event)).toEqual(loaded(hub('1')));
  expect(listReducer({ status: 'failed' }, event)).toEqual({ status: 'failed' });
});

test('a prompt stays open when the hubs arrive again', () => {
  const list = loaded(hub('1'), hub('2'));
  const [{ key } = { key: '' }] = getEntries(list);
  const open = listReducer(list, { type: 'row', key, event: { type: 'prompt-opened' } });
  const again = listReducer(open, { type: 'arrived', hubs: [hub('1'), hub('2')] });
  expect(getEntries(again).map(({ row }) => row.status)).toEqual(['confirming', 'normal']);
});

test.each<[ListState, ListState['status']]>([
  [{ status: 'failed' }, 'retrying'],
  [{ status: 'retrying' }, 'retrying'],
  [loaded(), 'refreshing'],
  [{ status: 'refreshing' }, 'refreshing'],
])('a list that is %j and asked for again is %s', (state, status) => {
  expect(listReducer(state, { type: 'asked-again' })).toEqual({ status });
});

type Status = RowState['status'];
type Step = 'open' | 'cancel' | 'confirm as owner' | 'confirm as guest' | 'succeed' | 'fail';

const EVENTS: Readonly<Record<Step, RowEvent>> = {
  open: { type: 'prompt-opened' },
  cancel: { type: 'cancelled' },
  'confirm as owner': { type: 'confirmed', role: 'owner' },
  'confirm as guest': { type: 'confirmed', role: 'guest' },
  succeed: { type: 'succeeded' },
  fail: { type: 'failed' },
};
const STEPS: readonly Step[] = ['open', 'cancel', 'confirm as owner', 'confirm as guest', 'succeed', 'fail'];

/** The state after each step; steps that are not listed change nothing. */
const TABLE: Readonly<Record<Status, Partial<Record<Step, Status>>>> = {
  normal: { open: 'confirming' },
  confirming: { cancel: 'normal', 'confirm as owner': 'releasing', 'confirm as guest': 'asking' },
  releasing: { succeed: 'removed', fail: 'normal' },
  asking: { succeed: 'normal', fail: 'normal' },
  removed: {},
};
const STATES = (['normal', 'confirming', 'releasing', 'asking', 'removed'] as const).map((status): RowState => ({
  status,
}));

describe.each(STATES)('a row that is $status', (state) => {
  const { status } = state;

  test.each(STEPS.map((step) => [step, TABLE[status][step] ?? status] as const))('%s: becomes %s', (step, next) => {
    expect(rowReducer(state, EVENTS[step])).toEqual({ status: next });
  });

  const meaningless = STEPS.filter((step) => !TABLE[status][step]);

  test.each(meaningless)('%s: changes nothing', (step) => {
    expect(rowReducer(state, EVENTS[step])).toBe(state);
  });
});

const idle = idleSharing('off');
const asked: SharingEvent = { type: 'asked' };

function after(...events: SharingEvent[]): SharingState {
  return events.reduce(sharingReducer, idle);
}

test('a failure is remembered while the change is tried again, until it succeeds', () => {
  expect(after(asked, { type: 'failed' }, asked)).toMatchObject({ status: 'changing', failed: 'unchanged' });
  expect(after(asked, { type: 'failed' }, asked, { type: 'failed' })).toMatchObject({
    status: 'idle',
    failed: 'unchanged',
  });
  expect(after(asked, { type: 'failed' }, asked, { type: 'succeeded' })).toMatchObject({ failed: false });
});

test('a switch that is changing ignores another request', () => {
  expect(after(asked, asked)).toEqual(after(asked));
});

test('unknown sharing cannot be changed', () => {
  const unknown = idleSharing('unknown');
  expect(sharingReducer(unknown, asked)).toBe(unknown);
});

test.each<SharingEvent>([{ type: 'took-long' }, { type: 'succeeded' }, { type: 'failed' }])(
  'an idle switch ignores "$type"',
  (event) => {
    expect(sharingReducer(idle, event)).toBe(idle);
  },
);
