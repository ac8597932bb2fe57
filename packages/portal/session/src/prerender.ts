import type { User } from '@portal/contract/user';
import { SessionCore } from './session-core.ts';
import { session, startSession } from './session.ts';

/** Starts the session for a build that renders a page: `loadAccount` gives whom the page is rendered for. */
export async function startPrerenderSession(loadAccount: () => Promise<User>): Promise<void> {
  startSession({
    cookieDomain: null,
    loadAccount,
    environment: {
      cookies: {
        secure: false,
        host: '',
        path: () => '/',
        read: () => 'access_token=prerendered',
        write: () => undefined,
      },
      locks: { request: (_name, _options, work) => work() },
      channel: { post: () => undefined, listen: () => () => undefined },
    },
  });
  await session.check();
  // React renders static markup from the store's first state.
  if (session instanceof SessionCore) session.store.getInitialState = session.store.getState;
}
