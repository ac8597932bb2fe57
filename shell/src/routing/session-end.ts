import { session } from '@portal/session';
import type { Portal } from '../portal.ts';
import type { PortalRouter } from './router.tsx';
import { isSigningOut, returnFromSignOut } from '../sign-out/sign-out.ts';
import { SIGN_IN_PATH, signInPathFor } from '../sign-in-target.ts';
import { leftForSignIn, otherUser } from '../tab-flag.ts';

/** The path to go to in the session's present state; undefined if the page can stay. */
function pathAfterEnd(portal: Portal, { location, matches, navigation }: PortalRouter['state']): string | undefined {
  const state = session.getState();
  if (state.status !== 'unauthenticated') return undefined;
  const handle: unknown = matches.at(-1)?.route.handle;
  const access = portal.parts
    .declarations()
    .flatMap(({ routes }) => routes)
    .find((route) => route === handle)?.access;
  if (access === undefined || access === 'open') return undefined;
  // After a log-out, here or in another tab, sign-in need not lead back to the page.
  if (state.reason === 'signed-out') return SIGN_IN_PATH;
  // The way to sign-in may have begun already.
  const asked = navigation.location?.pathname === SIGN_IN_PATH ? undefined : navigation.location;
  const { pathname, search, hash } = asked ?? location;
  return signInPathFor(`${pathname}${search}${hash}`);
}

/**
 * Loads the page anew when another user signs in in place of the present one, in another tab: nothing of the first may
 * stay on the screen.
 */
function reloadForAnotherUser(reload: () => void): void {
  let wasSignedIn = false;
  let generation = session.generation();
  const look = () => {
    const isSignedIn = session.getState().status === 'authenticated';
    const isOther = isSignedIn && wasSignedIn && generation !== session.generation();
    wasSignedIn = isSignedIn;
    generation = session.generation();
    if (isSignedIn) leftForSignIn.clear();
    if (!isOther) return;
    otherUser.set();
    reload();
  };
  session.subscribe(look);
  look();
}

/**
 * When the session ends, replaces a guarded page by sign-in, which leads back to it; for another user, loads the page
 * anew.
 */
export function leaveWhenSessionEnds(
  portal: Portal,
  router: Pick<PortalRouter, 'state' | 'navigate' | 'subscribe'>,
  reload = () => window.location.reload(),
): void {
  reloadForAnotherUser(reload);
  const leave = () => {
    const to = isSigningOut() ? undefined : pathAfterEnd(portal, router.state);
    if (to !== undefined) void router.navigate(to, { replace: true });
  };
  session.subscribe(leave);
  // The session may have ended during a navigation, after the guard let the user in.
  let { location: last } = router.state;
  router.subscribe(({ location }) => {
    if (location === last) return;
    last = location;
    queueMicrotask(leave); // the router has to finish this navigation before the next one begins
  });

  // "Back" may restore the page of a user who has logged out meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    returnFromSignOut();
    void session.checkAnew().then((now) => {
      if (now.status !== 'authenticated') leave();
    });
  });
}
