import { expect, test } from '@jest/globals';
import { idleSharing, sharingReducer } from './sharing-state.ts';
import type { SharingEvent, SharingState } from './sharing-state.ts';

const idle = idleSharing('off');
const asked: SharingEvent = { type: 'asked' };

function after(...events: SharingEvent[]): SharingState {
  return events.reduce(sharingReducer, idle);
}

test('a requested change keeps the old state until the answer', () => {
  expect(after(asked)).toEqual({ status: 'changing', sharing: 'off', failed: false, slow: false });
});

test('a slow change is marked as slow', () => {
  expect(after(asked, { type: 'took-long' })).toEqual({
    status: 'changing',
    sharing: 'off',
    failed: false,
    slow: true,
  });
});

test('success gives the new state, failure the old one', () => {
  expect(after(asked, { type: 'succeeded' })).toEqual(idleSharing('public'));
  expect(after(asked, { type: 'took-long' }, { type: 'failed' })).toEqual({ ...idle, failed: 'unchanged' });
});

test('a change without an answer may have been made or not', () => {
  expect(after(asked, { type: 'unanswered' })).toEqual({ ...idle, failed: 'unknown' });
});

test('it is remembered that sharing was switched off, until the next change', () => {
  const off = after(asked, { type: 'succeeded' }, asked, { type: 'succeeded' });
  expect(off).toEqual({ ...idle, switchedOff: true });
  expect(sharingReducer(off, asked)).not.toHaveProperty('switchedOff');
});

test('a failure is remembered while the change is tried again, until it succeeds', () => {
  expect(after(asked, { type: 'failed' }, asked)).toMatchObject({ status: 'changing', failed: 'unchanged' });
  expect(after(asked, { type: 'failed' }, asked, { type: 'failed' })).toMatchObject({
    status: 'idle',
    failed: 'unchanged',
  });
  expect(after(asked, { type: 'failed' }, asked, { type: 'succeeded' })).toMatchObject({ failed: false });
});

test('unknown sharing cannot be changed', () => {
  const unknown = idleSharing('unknown');
  expect(sharingReducer(unknown, asked)).toBe(unknown);
});

test('only one change runs at a time', () => {
  expect(after(asked, asked)).toEqual(after(asked));
});

test.each<SharingEvent>([{ type: 'took-long' }, { type: 'succeeded' }, { type: 'failed' }])(
  'an idle switch ignores "$type"',
  (event) => {
    expect(sharingReducer(idle, event)).toBe(idle);
  },
);
