/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import { rememberAddress, session } from '@portal/session';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { PageHead } from '@portal/ui';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { signOut } from '../sign-out/sign-out.ts';
import { openPortal, testRemote } from '../testing/open-portal.tsx';
import { leaveWhenSessionEnds } from './session-end.ts';

const Hubs = () => <PageHead title="Hello" />;
const REMOTES = [testRemote('mfe-hubs', [{ path: '/settings', Page: () => Hubs }])];

const heading = async (name: string) => await screen.findByRole('heading', { level: 1, name });

beforeEach(async () => {
  startTestApi({});
  sessionStorage.clear();
  localStorage.clear();
  await startTestSession();
});

test('another user, who has signed in in another tab, gets a page of their own; the same one keeps the page', async () => {
  let user = TEST_USER;
  await startTestSession(TEST_USER, async () => user);
  const { portal, router } = await openPortal('/settings', REMOTES);
  const reload = jest.fn();
  leaveWhenSessionEnds(portal, router, reload);
  await heading('Hello');
  await act(() => session.check());
  expect(reload).not.toHaveBeenCalled();
  rememberAddress(TEST_USER.email, 'new@example.com');
  user = { ...TEST_USER, email: 'new@example.com' };
  await act(() => session.check());
  expect(reload).not.toHaveBeenCalled();
  user = { ...TEST_USER, email: 'guest@example.com' };
  await act(() => session.check());
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page of another user says once that nothing was saved', async () => {
  let user = TEST_USER;
  await startTestSession(TEST_USER, async () => user);
  const { portal, router } = await openPortal('/settings', REMOTES);
  const said = () => screen.queryByText('The sign-in has changed in another tab');
  leaveWhenSessionEnds(portal, router, jest.fn());
  user = { ...TEST_USER, email: 'guest@example.com' };
  await act(() => session.check());
  expect(said()).toBeNull();
  cleanup();
  await openPortal('/settings', REMOTES);
  expect(said()).not.toBeNull();
  cleanup();
  await openPortal('/settings', REMOTES);
  expect(said()).toBeNull();
});

describe('the end of a session', () => {
  test.each<['ended' | 'trouble' | 'signed-out', string]>([
    ['ended', '/login?redirect=%2Fsettings'],
    ['trouble', '/login?redirect=%2Fsettings'],
    ['signed-out', '/login'],
  ])('"%s" leads from a page for users to %s', async (reason, ends) => {
    const { portal, router } = await openPortal('/settings', REMOTES);
    leaveWhenSessionEnds(portal, router);
    await heading('Hello');
    act(() => session.end(reason));
    await heading('Your bike, under control');
    const { pathname, search } = router.state.location;
    expect(`${pathname}${search}`).toBe(ends);
  });

  test('during a navigation to a page for users leads to sign-in as soon as the page has loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<ComponentType>();
    const { portal, router } = await openPortal('/welcome', [
      testRemote('mfe-hubs', [{ path: '/settings', Page: () => promise }]),
    ]);
    leaveWhenSessionEnds(portal, router);
    await heading('Good to see you again');
    await userEvent.click(screen.getByRole('link', { name: 'Go to your hubs' }));
    expect(router.state.navigation.location?.pathname).toBe('/settings');
    act(() => session.end('ended'));
    await act(async () => resolve(Hubs));
    await heading('Your bike, under control');
    const { location, historyAction } = router.state;
    expect([historyAction, `${location.pathname}${location.search}`]).toEqual([
      'REPLACE',
      '/login?redirect=%2Fsettings',
    ]);
  });

  test('that is reported twice leads back to the page, and not to sign-in', async () => {
    const { portal, router } = await openPortal('/settings', REMOTES);
    leaveWhenSessionEnds(portal, router);
    await heading('Hello');
    act(() => {
      session.end('ended');
      session.end('ended');
    });
    await heading('Your bike, under control');
    expect(router.state.location.search).toBe('?redirect=%2Fsettings');
  });

  test('does not leave an open page', async () => {
    const { portal, router } = await openPortal('/welcome', REMOTES);
    leaveWhenSessionEnds(portal, router);
    await heading('Good to see you again');
    act(() => session.end('ended'));
    await heading('Welcome to the eBike Portal');
    expect(router.state.location.pathname).toBe('/welcome');
  });

  test('by log-out does not navigate while the browser goes to the provider, until the page is shown again', async () => {
    startTestApi({ 'GET account/logout': { body: { data: {} } } });
    const { portal, router } = await openPortal('/settings', REMOTES);
    leaveWhenSessionEnds(portal, router);
    await heading('Hello');
    const navigate = jest.spyOn(router, 'navigate');
    const left: string[] = [];
    await act(() => signOut(portal.page.config, (address) => left.push(address)));
    expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
    expect(left).toEqual(['/login']);
    expect(navigate).not.toHaveBeenCalled();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await heading('Your bike, under control');
    expect(router.state.location.pathname).toBe('/login');
  });
});
