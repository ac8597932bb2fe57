import { onlyValue } from '@portal/contract/query';
import type { SessionState } from '@portal/session';
import { session } from '@portal/session';
import { redirect } from 'react-router-dom';
import type { Portal } from '../portal.ts';
import { acceptedTarget } from '../sign-in/target.ts';

/** What happens before a route opens: a way elsewhere, or null to go on. */
type RedirectLoader = (url: URL) => Promise<Response | null>;

/** Who is signed in, once the first check has answered. */
export async function settledSession(portal: Portal): Promise<SessionState> {
  await portal.checked;
  return session.getState();
}

/** Routes of the shell that lead elsewhere, always or sometimes (specification, section 2). */
export function shellRedirects(portal: Portal): Readonly<Record<string, RedirectLoader>> {
  return {
    '/': async (url) => redirect(`/login${url.search}`),
    '/loggedin': async () => redirect('/settings'),
    '/login': async (url) => {
      const state = await settledSession(portal);
      return state.status === 'authenticated'
        ? redirect(acceptedTarget(onlyValue(url.searchParams, 'redirect'), url.origin))
        : null;
    },
    '/user-info': async (url) => (url.searchParams.has('show') ? null : redirect('/404.html')),
    '/welcome': async () => {
      await settledSession(portal); // so that its headline does not change under the reader's eyes
      return null;
    },
  };
}
