/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CallError } from '@portal/api';
import type { CallErrorKind } from '@portal/api';
import { startTestApi } from '@portal/api/testing';
import { session, startSession } from '@portal/session';
import type { SessionEnvironment } from '@portal/session';
import { fakeBrowser, startTestSession, TEST_USER, testTokens } from '@portal/session/testing';
import { PageHead } from '@portal/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { leaveWhenSessionEnds } from '../routing/session-end.ts';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

const REMOTES = [testRemote('mfe-account', [{ path: '/account', Page: () => () => <PageHead title="Profile" /> }])];

const signInLink = async () => await screen.findByRole('link', { name: 'Sign in' });

beforeEach(async () => {
  startTestApi({});
  await startTestSession(null);
});

describe('the reason for the sign-in', () => {
  test.each<[string, string]>([
    ['/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT', 'This eBike ID is not linked to an account yet'],
    ['/login?title=SOMETHING_ELSE', 'It seems something went wrong.'],
    ['/login?title=', 'It seems something went wrong.'],
    ['/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT&title=__proto__', 'It seems something went wrong.'],
  ])('%s says "%s" [T038]', async (path, title) => {
    await openPortal(path);
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeTruthy();
  });

  test.each(['/login', '/login?redirect=%2F%2Fevil.example'])(
    '%s does not promise a return to the page where the session ended',
    async (path) => {
      await openPortal(path);
      await signInLink();
      act(() => session.end('ended'));
      expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    },
  );

  test('a session that ended after a deletion without an answer says what is known', async () => {
    await openPortal('/login');
    await signInLink();
    act(() => session.end('deletion-unknown'));
    expect(screen.getByRole('heading', { level: 2, name: 'Your account has probably been deleted' })).toBeTruthy();
    expect(screen.getByText(/If you can still sign in to your account, it was not deleted/)).toBeTruthy();
    expect(screen.queryByText('Your session has ended')).toBeNull();
  });

  test('an ended session is explained without an alert', async () => {
    await openPortal('/login?redirect=%2Faccount');
    await signInLink();
    act(() => session.end('ended'));
    expect(screen.getByRole('heading', { level: 2, name: 'Your session has ended' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a browser that blocks cookies', () => {
  const BLOCKED = 'Your browser blocks cookies';
  const SEEMS_BLOCKED = 'Your browser seems to block cookies';
  const shown = () => screen.findByRole('heading', { level: 1, name: 'Your bike, under control' });
  const title = () => screen.queryByRole('heading', { level: 2 })?.textContent;
  const comeBy = (type: string) => Object.assign(performance, { getEntriesByType: () => [{ type }] });
  async function leaveForProvider() {
    await openPortal('/login');
    const link = await signInLink();
    link.addEventListener('click', (event) => event.preventDefault()); // jsdom goes nowhere
    fireEvent.click(link);
    cleanup();
  }
  /** The browser then loads the page anew at `path`. */
  async function leaveAndComeBack(path: string) {
    await leaveForProvider();
    await openPortal(path, REMOTES);
    await shown();
  }

  beforeEach(() => {
    sessionStorage.clear();
    comeBy('navigate');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each(['/login', '/login?title=SOMETHING_ELSE'])('is named at %s, with the way to the answer', async (path) => {
    jest.spyOn(document, 'cookie', 'set').mockReturnValue();
    await openPortal(path, [testRemote('mfe-legal', [{ path: '/faq', access: 'open', Page: () => () => null }])]);
    await shown();
    expect(title()).toBe(BLOCKED);
    expect(screen.getByRole('link', { name: 'What you can do about it' }).getAttribute('href')).toBe('/faq#3');
  });

  test('seems to be one after a return without tokens, once', async () => {
    await leaveAndComeBack('/account');
    expect(title()).toBe(SEEMS_BLOCKED);
    cleanup();
    await openPortal('/account', REMOTES);
    await shown();
    expect(title()).toBeUndefined();
  });

  test.each([
    ['the provider has sent the visitor back', '/login', 'navigate'],
    ['sign-in has failed for another reason', '/login?redirect=%2Faccount&title=SOMETHING_ELSE', 'navigate'],
    ['the visitor has gone back', '/account', 'back_forward'],
  ])('is not suspected when %s', async (_, path, type) => {
    comeBy(type);
    await leaveAndComeBack(path);
    expect(title()).not.toBe(SEEMS_BLOCKED);
  });

  test('is not suspected after a sign-in that worked', async () => {
    await leaveForProvider();
    await startTestSession();
    const { portal, router } = await openPortal('/account', REMOTES);
    leaveWhenSessionEnds(portal, router);
    cleanup();
    await startTestSession(null);
    await openPortal('/account', REMOTES);
    await shown();
    expect(title()).toBeUndefined();
  });
});

test.each([
  ['/login', '/loggedin'],
  ['/login?redirect=%2Faccount%3Fx%3D1', '/account?x=1'],
  ['/login?redirect=https%3A%2F%2Fevil.example', '/loggedin'],
  ['/login?redirect=%2Faccount&redirect=%2Faccount', '/loggedin'],
])('from %s the provider leads back to %s [T036]', async (path, target) => {
  await openPortal(path);
  const address = new URL((await signInLink()).getAttribute('href') ?? '');
  expect(address.searchParams.get('returnTo')).toBe(`${window.location.origin}${target}`);
  expect(address.searchParams.get('redirectUri')).toBe(`${window.location.origin}/login`);
});

test.each([
  ['/login?locale=fr', '/login?locale=fr'],
  ['/login?locale=fr-CA', '/login?locale=fr'],
  ['/login?locale=xx', '/login'],
  ['/login?locale=fr&locale=de', '/login'],
])('from %s the provider learns the language by %s', async (path, login) => {
  await openPortal(path);
  const address = new URL(
    (await screen.findByRole('link', { name: /^(Sign in|Se connecter)$/ })).getAttribute('href') ?? '',
  );
  expect(address.searchParams.get('redirectUri')).toBe(`${window.location.origin}${login}`);
});

test.each<[string, MouseEventInit, boolean]>([
  ['a plain click leaves', {}, true],
  ['with Ctrl it opens another tab', { ctrlKey: true }, false],
  ['with Cmd it opens another tab', { metaKey: true }, false],
  ['with Shift it opens another window', { shiftKey: true }, false],
  ['the middle button opens another tab', { button: 1 }, false],
])('%s', async (_, click, leaves) => {
  await openPortal('/login');
  const link = await signInLink();
  link.addEventListener('click', (event) => event.preventDefault()); // jsdom goes nowhere
  fireEvent.click(link, click);
  expect(link.getAttribute('aria-busy')).toBe(leaves ? 'true' : null);
});

/** A visitor with a session and an API that does not answer until `api.up`. */
async function startInTrouble() {
  const environment = fakeBrowser().tab();
  const api: { up: boolean; kind: CallErrorKind; readonly cookies: SessionEnvironment['cookies'] } = {
    up: false,
    kind: 'unavailable',
    cookies: environment.cookies,
  };
  environment.cookies.write('access_token=access-1; Path=/');
  startSession({
    cookieDomain: null,
    environment,
    requestTokens: async () => testTokens(2),
    loadAccount: async () => {
      if (!api.up) throw new CallError('GET account/', api.kind);
      return TEST_USER;
    },
  });
  await session.check();
  return api;
}

test('a visitor who turns out to be signed in continues to the target automatically', async () => {
  const api = await startInTrouble();
  const { router } = await openPortal('/account', REMOTES);
  await screen.findByRole('button', { name: 'Try again' });
  api.up = true;
  await act(() => session.check()); // a remote may ask for a check, and so does a page that returns from memory
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  expect(router.state.historyAction).toBe('REPLACE');
});

test('after trouble "Try again" leads back to the page without a new sign-in, as soon as the API answers', async () => {
  const api = await startInTrouble();
  const { router } = await openPortal('/account?x=1', REMOTES);
  const button = await screen.findByRole('button', { name: 'Try again' });
  await userEvent.click(button);
  expect(screen.getAllByText('It seems something went wrong.')).toHaveLength(2); // the message, and the notice
  expect(document.activeElement).toBe(button);
  api.up = true;
  await userEvent.click(button);
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/account?x=1');
  expect(api.cookies.read()).toBe('access_token=access-1');
});

test('a visitor whose session cannot be checked can log out, which leaves no token', async () => {
  const api = await startInTrouble();
  startTestApi({ 'GET account/logout': { status: 500 } });
  jest.spyOn(console, 'warn').mockReturnValue();
  jest.spyOn(console, 'error').mockReturnValue(); // jsdom goes nowhere
  await openPortal('/account', REMOTES);
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(api.cookies.read()).toBe(''));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test.each<[string, string]>([
  ['/account', 'says that the session has ended'],
  ['/login', 'says nothing more'],
])('"Try again" (from %s) that finds no session %s, and the focus moves to the sign-in link', async (path) => {
  const api = await startInTrouble();
  await openPortal(path, REMOTES);
  const button = await screen.findByRole('button', { name: 'Try again' });
  api.kind = 'unauthenticated';
  await userEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));
  expect(document.activeElement).toBe(await signInLink());
  const ended = screen.queryByRole('heading', { level: 2, name: 'Your session has ended' });
  expect(ended !== null).toBe(path === '/account');
});
