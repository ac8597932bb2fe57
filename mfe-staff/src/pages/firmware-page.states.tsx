import { NEVER } from '@portal/catalogue';
import type { States } from '@portal/catalogue';
import { ADDED_FIRMWARE, LISTED_FIRMWARE, staffAccount } from '../testing/samples.ts';
import { Page } from './firmware-page.tsx';

const LIST = 'GET staff/firmware';
const page = {
  Page,
  path: '/staff/firmware',
  account: staffAccount('firmware'),
  answers: { [LIST]: { body: { data: [ADDED_FIRMWARE, LISTED_FIRMWARE] } } },
};
const DETAILS = 'main table [aria-expanded]';

export const states = {
  'for-firmware': page,
  'for-admins': { ...page, account: staffAccount('admin') },
  none: { ...page, answers: { [LIST]: { body: { data: [] } } } },
  loading: { ...page, answers: { [LIST]: NEVER } },
  failed: { ...page, answers: { [LIST]: { status: 503 } } },
  details: { ...page, act: async ({ click }) => await click(DETAILS, 1) },
  'asking-before-it-is-withdrawn': {
    ...page,
    act: async ({ click }) => {
      await click(DETAILS, 1);
      await click('main table .button--danger-quiet');
    },
  },
} satisfies States;
