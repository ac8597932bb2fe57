import type { State, States } from '@portal/catalogue';
import { PageError } from '../layout/page-error.tsx';
import { inPortal } from '../testing/shell-state.tsx';
import { BuildFacts } from './build-facts.tsx';
import { INFO_KEYS, USER_INFO_VALUES } from './chosen-message.ts';
import { Page } from './information-page.tsx';

export { loadTexts } from '../testing/shell-state.tsx';

const page = { Page: inPortal(Page), links: { contact: 'mailto:help@example.com' } };
const visitor = { ...page, account: null };

const messages = Object.fromEntries<State>([
  ...INFO_KEYS.map((key) => [key.replaceAll('_', '-'), { ...visitor, path: `/info?${key}` }] as const),
  ...USER_INFO_VALUES.map((show) => [show, { ...page, path: `/user-info?show=${show}` }] as const),
]);

const build = { version: '1.2.115', day: '01.11.2026', release: 7 };
const parts = ['Portal', 'Hubs'].map((name) => ({ name, version: '1.2.115', day: '01.11.2026' }));
const retry = () => undefined;

export const states = {
  'welcome-to-visitors': { ...visitor, path: '/welcome' },
  'welcome-to-users': { ...page, path: '/welcome' },
  ...messages,
  'no-message': { ...visitor, path: '/info' },
  forbidden: { ...page, path: '/forbidden' },
  'not-found': { ...visitor, path: '/404.html' },
  // Without the page around it, whose route loads the parts.
  'build-information': { Page: () => <BuildFacts {...build} parts={parts} />, account: null },
  'build-information-without-parts': {
    Page: () => <BuildFacts {...build} parts={<PageError retrying={false} onRetry={retry} />} />,
    account: null,
  },
} satisfies States;
