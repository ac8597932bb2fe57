import type { States } from '@portal/catalogue';
import { LOG, OTHER_LOG, staffAccount } from '../testing/samples.ts';
import { Page } from './logs-page.tsx';

const FIRST = 'GET staff/logs?size=25';
const logs = (...list: readonly object[]) => ({
  body: { data: { logs: list, total: 1234, previous: null, next: 'c1' } },
});
const page = {
  Page,
  path: '/staff/logs',
  account: staffAccount('support'),
  answers: { [FIRST]: logs(LOG, OTHER_LOG) },
};

export const states = {
  logs: page,
  'for-admins': { ...page, account: staffAccount('admin') },
  none: { ...page, answers: { [FIRST]: { body: { data: { logs: [], total: 0, previous: null, next: null } } } } },
  'filters-contradict': { ...page, path: '/staff/logs?from=2026-02-02&to=2026-02-01' },
  failed: { ...page, answers: { [FIRST]: { status: 503 } } },
} satisfies States;
