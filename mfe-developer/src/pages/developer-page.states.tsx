import type { States } from '@portal/catalogue';
import { LINKS } from '../testing/links.ts';
import { Page } from './developer-page.tsx';

const page = { Page, path: '/developer', account: { roles: ['developer'] } };

export const states = {
  'with-all-links': { ...page, links: LINKS },
  'without-links': page,
} satisfies States;
