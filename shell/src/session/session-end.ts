import { session } from '@portal/session';
import type { Portal } from '../portal.ts';
import { findRoute } from '../portal.ts';
import type { PortalRouter } from '../routing/router.tsx';
import { isSigningOut } from '../sign-out/sign-out.ts';
import { signInPathFor } from '../sign-in/target.ts';

/** When the session ends on a guarded page, sign-in takes its place, with the way back. */
export function leaveWhenSessionEnds(portal: Portal, router: PortalRouter): void {
  session.subscribe(() => {
    const state = session.getState();
    if (state.status !== 'unauthenticated' || isSigningOut()) return;
    const { pathname, search } = router.state.location;
    const access = findRoute(portal, pathname)?.route.access;
    if (access === undefined || access === 'open') return;
    const to = state.reason === 'signed-out' ? '/login' : signInPathFor(`${pathname}${search}`);
    void router.navigate(to, { replace: true });
  });
  // Back may bring the whole page from memory, with a user in it who has logged out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void session.check();
  });
}
