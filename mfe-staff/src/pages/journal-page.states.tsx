import type { States } from '@portal/catalogue';
import { journalPage, staffAccount } from '../testing/samples.ts';
import { Page } from './journal-page.tsx';

const ACTIONS = ['role-added', 'hub-released', 'deleted', 'viewed', 'log-downloaded', 'logs-deleted'];
const entries = ACTIONS.map((action, index) => ({ id: String(index), action }));
const page = {
  Page,
  path: '/staff/journal',
  account: staffAccount('admin'),
  answers: { 'GET staff/journal': journalPage(entries, { next: '6' }) },
};

export const states = {
  entries: page,
  none: { ...page, answers: { 'GET staff/journal': journalPage([]) } },
  'days-contradict': { ...page, path: '/staff/journal?from=2026-02-02&to=2026-02-01' },
  failed: { ...page, answers: { 'GET staff/journal': { status: 503 } } },
} satisfies States;
