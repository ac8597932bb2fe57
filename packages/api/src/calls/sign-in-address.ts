import { addressOf } from '@portal/session/http';

/**
 * The address that the browser opens to sign in. Both addresses are absolute: `returnTo` is where the user wants to be, `redirectUri`
 * the login page for users who cannot sign in.
 */
export function signInAddress({ returnTo, redirectUri }: { returnTo: string; redirectUri: string }): string {
  return addressOf(
    `user/weblogin/?returnTo=${encodeURIComponent(returnTo)}&redirectUri=${encodeURIComponent(redirectUri)}`,
  );
}
