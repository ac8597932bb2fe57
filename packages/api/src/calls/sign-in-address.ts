import { addressOf } from '@portal/session/http';

/**
 * The address that the browser opens to sign in. Both parameters are absolute addresses: `returnTo` is the page to open after sign-in,
 * `redirectUri` the login page for users who cannot sign in.
 */
export function signInAddress({ returnTo, redirectUri }: { returnTo: string; redirectUri: string }): string {
  return addressOf(
    `user/weblogin/?returnTo=${encodeURIComponent(returnTo)}&redirectUri=${encodeURIComponent(redirectUri)}`,
  );
}
