import { logOut } from '@portal/api';
import type { PortalConfig } from '@portal/contract/config';
import { session } from '@portal/session';

let leaving = false;

/** Whether the provider's logout is opening; until then nothing else may navigate. */
export function isSigningOut(): boolean {
  return leaving;
}

/** Reports that the browser has restored the page from memory, so that it may navigate again. */
export function returnFromSignOut(): void {
  leaving = false;
}

function endSessionAddress(config: PortalConfig, idToken: string): string {
  const url = new URL(config.identityLogoutUrl);
  url.searchParams.set('post_logout_redirect_uri', `${window.location.origin}/login`);
  url.searchParams.set('id_token_hint', idToken);
  return url.href;
}

/**
 * Signs out (specification, section 4) here and in all tabs, then opens the identity provider's logout. Without an id
 * token, or after any failure, opens `/login`; the user is signed out in this case, too.
 */
export async function signOut(
  config: PortalConfig,
  leave = (address: string) => window.location.assign(address),
): Promise<void> {
  if (leaving) return;
  leaving = true;
  const idToken = await session.signOut(logOut);
  leave(idToken === undefined ? '/login' : endSessionAddress(config, idToken));
}
