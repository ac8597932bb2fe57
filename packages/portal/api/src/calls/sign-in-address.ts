import { signInCall } from '@portal/contract/sign-in-call';
import { addressOf } from '@portal/session/http';

/** The address that the browser opens to sign in (see `signInCall`). */
export function signInAddress({ returnTo, redirectUri }: { returnTo: string; redirectUri: string }): string {
  return addressOf(signInCall({ returnTo, redirectUri }));
}
