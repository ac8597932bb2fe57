import { describe, expect, test } from '@jest/globals';
import { rowReducer } from './row-state.ts';
import type { RowEvent, RowState } from './row-state.ts';

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
