import type { States } from '@portal/catalogue';
import { Page } from './migration-info-page.tsx';

const page = { Page, path: '/migration-info', account: null };

export const states = {
  'with-link': { ...page, links: { identityManagement: 'https://identity.example.com/' } },
  'without-link': page,
} satisfies States;
