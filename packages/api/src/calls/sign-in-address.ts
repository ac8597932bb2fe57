import { addressOf } from '@portal/session/http';

/**
 * Where the browser goes, as a page, to sign in. Both addresses are absolute: `returnTo` is where the user wants to be, `redirectUri`
 * the login page for whoever cannot be let in.
 */
export function signInAddress({ returnTo, redirectUri }: { returnTo: string; redirectUri: string }): string {
  return addressOf(
    `user/weblogin/?returnTo=${encodeURIComponent(returnTo)}&redirectUri=${encodeURIComponent(redirectUri)}`,
  );
}
