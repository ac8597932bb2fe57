import { NEVER } from '@portal/catalogue';
import type { State, States } from '@portal/catalogue';
import { staffAccount } from '../testing/samples.ts';
import { Page } from './hub-status-page.tsx';

const page = { Page, path: '/staff/hubs', account: staffAccount('support') };

const ask =
  (serial: string): NonNullable<State['act']> =>
  async ({ click, fill }) => {
    await fill('[name="serial"]', serial);
    await click('main form:not([role="search"]) [type="submit"]');
  };
const answered = (status: string): State => ({
  ...page,
  answers: { 'GET staff/hub-status?serial=0011': { body: { data: { status, partNumber: '42' } } } },
  act: ask('0011'),
});

export const states = {
  empty: page,
  'smartphone-hub': { ...page, act: async ({ choose }) => await choose('main select', 'smartphoneHub') },
  'serial-missing': { ...page, act: ask('') },
  'serial-with-letters': { ...page, act: ask('00a') },
  'serial-too-long': { ...page, act: ask('1'.repeat(21)) },
  activated: answered('SYSTEM_IS_ACTIVATED'),
  'not-activated': answered('SYSTEM_IS_NOT_ACTIVATED'),
  unknown: answered('SYSTEM_DOES_NOT_EXISTS'),
  asking: { ...page, answers: { 'GET staff/hub-status?serial=0011': NEVER }, act: ask('0011') },
  failed: { ...page, answers: { 'GET staff/hub-status?serial=0011': { status: 503 } }, act: ask('0011') },
} satisfies States;
