import { signInCall } from '@portal/contract/sign-in-call';
import { toAddress } from '@portal/session/http';

/** The address that the browser opens to sign in (see `signInCall`). */
export function signInAddress({ returnTo, redirectUri }: { returnTo: string; redirectUri: string }): string {
  return toAddress(signInCall({ returnTo, redirectUri }));
}
