import { describe, expect, test } from '@jest/globals';
import type { Access } from '@portal/contract/declaration';
import type { User } from '@portal/contract/user';
import type { SessionState } from '@portal/session';
import { decideAccess } from './access.ts';

function signedIn(...roles: string[]): SessionState {
  const user: User = {
    firstName: 'Mara',
    lastName: '',
    email: 'mara@example.com',
    roles,
    usesSingleSignOn: true,
    language: null,
    country: null,
    lastSeen: null,
  };
  return { status: 'authenticated', user };
}

const SIGNED_OUT: SessionState = { status: 'unauthenticated', reason: 'signed-out' };
const DEVELOPERS: Access = { role: 'developer', otherwise: '/developer/signup' };
const STAFF: Access = { anyRole: ['support', 'admin'], otherwise: '/forbidden' };
const NON_DEVELOPERS: Access = { signedInWithout: 'developer', otherwise: '/developer' };

describe('who may enter [T056]', () => {
  test.each<[string, Access, SessionState, ReturnType<typeof decideAccess>]>([
    ['any visitor, an open page', 'open', SIGNED_OUT, { kind: 'enter' }],
    ['a user, an open page', 'open', signedIn(), { kind: 'enter' }],
    ['a user, a page for users', 'signedIn', signedIn(), { kind: 'enter' }],
    ['a developer, the developer page', DEVELOPERS, signedIn('developer'), { kind: 'enter' }],
    ['somebody with one of the roles, a page for several', STAFF, signedIn('developer', 'admin'), { kind: 'enter' }],
    ['a user without the role, its sign-up', NON_DEVELOPERS, signedIn(), { kind: 'enter' }],
  ])('%s: yes', (_, access, state, decision) => {
    expect(decideAccess(access, state)).toEqual(decision);
  });

  test.each<[string, Access, SessionState, ReturnType<typeof decideAccess>]>([
    ['a signed-out visitor at a page for users is sent to sign-in', 'signedIn', SIGNED_OUT, { kind: 'sign-in' }],
    ['a signed-out visitor at the developer page is sent to sign-in', DEVELOPERS, SIGNED_OUT, { kind: 'sign-in' }],
    ['a signed-out visitor at the sign-up is sent to sign-in', NON_DEVELOPERS, SIGNED_OUT, { kind: 'sign-in' }],
    ['a user with none of several roles is sent away', STAFF, signedIn('developer'), { kind: 'go', to: '/forbidden' }],
    ['a user without the role is sent to its sign-up', DEVELOPERS, signedIn(), { kind: 'go', to: '/developer/signup' }],
    [
      'a developer is sent from the sign-up to the developer page',
      NON_DEVELOPERS,
      signedIn('developer'),
      { kind: 'go', to: '/developer' },
    ],
  ])('%s', (_, access, state, decision) => {
    expect(decideAccess(access, state)).toEqual(decision);
  });
});
