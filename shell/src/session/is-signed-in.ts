import { session, useSession } from '@portal/session';
import { usePainting } from '../painting.ts';

/** Whether somebody is signed in. While the session is checked, a visitor with a token counts, as for the web server that painted the page. */
export function useIsSignedIn(): boolean {
  const painting = usePainting();
  const { status } = useSession();
  if (painting) return painting.signedIn;
  return status === 'authenticated' || (status === 'checking' && session.accessToken() !== undefined);
}
