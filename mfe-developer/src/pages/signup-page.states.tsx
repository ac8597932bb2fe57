import type { States } from '@portal/catalogue';
import { Page } from './signup-page.tsx';

// The catalogue has no PDFs: the portal's browser tests see the terms, and what comes after their acceptance.
const page = { Page, path: '/developer/signup' };

export const states = {
  'terms-missing': page,
  'terms-missing-and-ticked': { ...page, act: async ({ click }) => await click('[type="checkbox"]') },
} satisfies States;
