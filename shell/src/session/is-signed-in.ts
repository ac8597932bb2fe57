import { session, useSession } from '@portal/session';
import { usePrerendering } from '../prerendering.ts';

/**
 * Whether somebody is signed in. While the session is checked, a visitor with a token counts, as for the web server
 * that prerendered the page.
 */
export function useIsSignedIn(): boolean {
  const prerendering = usePrerendering();
  const { status } = useSession();
  if (prerendering) return prerendering.signedIn;
  return status === 'authenticated' || (status === 'checking' && session.accessToken() !== undefined);
}
