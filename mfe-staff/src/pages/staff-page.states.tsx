import type { States } from '@portal/catalogue';
import { staffAccount } from '../testing/samples.ts';
import { Page } from './staff-page.tsx';

export const states = {
  'leads-to-the-first-area': { Page, path: '/staff', account: staffAccount('support') },
} satisfies States;
