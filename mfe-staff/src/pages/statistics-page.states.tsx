import { NEVER } from '@portal/catalogue';
import type { States } from '@portal/catalogue';
import { staffAccount, statistics } from '../testing/samples.ts';
import { Page } from './statistics-page.tsx';

const page = {
  Page,
  path: '/staff/statistics',
  account: staffAccount('support'),
  answers: { 'GET staff/statistics?days=30': statistics(30) },
};

export const states = {
  'thirty-days': page,
  'three-months': {
    ...page,
    path: '/staff/statistics?days=91',
    answers: { 'GET staff/statistics?days=91': statistics(91) },
  },
  'without-sign-ins': { ...page, answers: { 'GET staff/statistics?days=30': statistics(30, { signIns: [] }) } },
  loading: { ...page, answers: { 'GET staff/statistics?days=30': NEVER } },
  failed: { ...page, answers: { 'GET staff/statistics?days=30': { status: 503 } } },
} satisfies States;
