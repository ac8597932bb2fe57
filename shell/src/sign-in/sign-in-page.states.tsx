import type { State, States } from '@portal/catalogue';
import { session } from '@portal/session';
import { leftForSignIn } from '../tab-flag.ts';
import { inPortal } from '../testing/shell-state.tsx';
import { NOT_LINKED } from './sign-in-message.tsx';
import { Page } from './sign-in-page.tsx';

export { loadTexts } from '../testing/shell-state.tsx';

const page = { Page: inPortal(Page), path: '/login?redirect=%2Faccount', account: null };
const trouble = { ...page, account: {}, answers: { 'GET account/': { status: 503 } } };

const ended = (reason: Parameters<typeof session.end>[0]): State => ({
  ...page,
  act: async ({ see }) => {
    session.end(reason);
    await see('.message');
  },
});

const blockCookies = () =>
  void Object.defineProperty(document, 'cookie', { configurable: true, get: () => '', set: () => {} });

export const states = {
  'signed-out': page,
  'not-linked': { ...page, path: `/login?title=${NOT_LINKED}` },
  'unknown-failure': { ...page, path: '/login?title=UNKNOWN' },
  'session-ended': ended('ended'),
  'session-ambiguous': ended('ambiguous'),
  'deletion-unknown': ended('deletion-unknown'),
  'cookies-blocked': { ...page, Page: inPortal(Page, blockCookies) },
  'cookies-seem-blocked': { ...page, Page: inPortal(Page, leftForSignIn.set) },
  trouble,
  'trouble-again': {
    ...trouble,
    act: async ({ click, see }) => {
      await click('.message button');
      await see('.notice');
    },
  },
} satisfies States;
