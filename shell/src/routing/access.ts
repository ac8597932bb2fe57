import type { Access } from '@portal/contract/declaration';
import { rolesToEnter } from '@portal/contract/declaration';
import type { SessionState } from '@portal/session';

/** The decision for a visitor of a route: open it, go to sign-in, or go to another path. */
type AccessDecision =
  | { readonly kind: 'enter' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'go'; readonly to: string };

/** The portal's only guard (specification, section 6). The API enforces the same rules by itself. */
export function decideAccess(access: Access, state: SessionState): AccessDecision {
  if (access === 'open') return { kind: 'enter' };
  if (state.status !== 'authenticated') return { kind: 'sign-in' };
  if (access === 'signedIn') return { kind: 'enter' };
  return isEntitled(access, state.user.roles) ? { kind: 'enter' } : { kind: 'go', to: access.otherwise };
}

function isEntitled(access: Exclude<Access, string>, roles: readonly string[]): boolean {
  if ('signedInWithout' in access) return !roles.includes(access.signedInWithout);
  return rolesToEnter(access).some((role) => roles.includes(role));
}
