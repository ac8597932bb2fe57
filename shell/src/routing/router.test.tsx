/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { Link, PageHead } from '@portal/ui';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { openPortal, startShellTexts, testRemote } from '../testing/open-portal.tsx';
import { RouterError } from './router-error.tsx';
import { SHELL_PAGES } from './shell-pages.ts';

function Hubs() {
  return (
    <>
      <PageHead title="Hello" />
      <Link to="/account">To the account</Link>
      <Link to="/settings?sort=type">Sort</Link>
    </>
  );
}
const Account = () => <PageHead title="Profile" />;
const Crashing = () => {
  throw new Error('This page crashes');
};

const HUBS = testRemote('mfe-hubs', [
  { path: '/settings', Page: () => Hubs, header: true },
  { path: '/hub-release', Page: () => Crashing },
]);
const DEVELOPER = testRemote('mfe-developer', [
  {
    path: '/developer',
    Page: () => () => <PageHead title="The kit" />,
    access: { role: 'developer', otherwise: '/developer/signup' },
  },
  {
    path: '/developer/signup',
    Page: () => () => <PageHead title="Sign up" />,
    access: { signedInWithout: 'developer', otherwise: '/developer' },
  },
]);
function createAccount(Page: () => Promise<ComponentType> | ComponentType) {
  return testRemote('mfe-account', [{ path: '/account', Page }]);
}
const REMOTES = [HUBS, DEVELOPER, createAccount(() => Account)];

const heading = async (name: string) => await screen.findByRole('heading', { level: 1, name });
const signedInAs = (...roles: string[]) => startTestSession({ ...TEST_USER, roles });

beforeEach(async () => {
  startTestApi({});
  sessionStorage.clear();
  await startTestSession();
});

describe('the guards [T035]', () => {
  test.each<[string, string, () => Promise<void>, string]>([
    [
      'a signed-out visitor at a page for users is sent to sign-in',
      '/settings?sort=type',
      () => startTestSession(null),
      '/login?redirect=%2Fsettings%3Fsort%3Dtype',
    ],
    [
      'a signed-out visitor at a section of a page is sent to sign-in',
      '/account?from=mail#delete',
      () => startTestSession(null),
      '/login?redirect=%2Faccount%3Ffrom%3Dmail%23delete',
    ],
    ['a user at a page for users enters', '/account', () => signedInAs(), '/account'],
    ['a user without the role is sent to its sign-up', '/developer', () => signedInAs(), '/developer/signup'],
    ['a developer is sent from the sign-up', '/developer/signup', () => signedInAs('developer'), '/developer'],
    ['/ leads a user to the hubs', '/', () => signedInAs(), '/settings'],
    ['/ leads a signed-out visitor to sign-in', '/', () => startTestSession(null), '/login'],
    ['/loggedin leads to the hubs', '/loggedin', () => signedInAs(), '/settings'],
    ['a user at sign-in goes on to the target', '/login?redirect=%2Faccount', () => signedInAs(), '/account'],
    [
      'a user at sign-in does not leave the portal',
      '/login?redirect=%2F%2Fevil.example',
      () => signedInAs(),
      '/settings',
    ],
  ])('%s', async (_, path, session_, ends) => {
    await session_();
    const { router } = await openPortal(path, REMOTES);
    await waitFor(() => {
      const { pathname, search } = router.state.location;
      expect(`${pathname}${search}`).toBe(ends);
    });
  });
});

describe('focus and title', () => {
  test('the first page does not move the focus; the next one focuses its heading', async () => {
    await openPortal('/settings', REMOTES);
    await heading('Hello');
    expect(document.activeElement).toBe(document.body);
    expect(document.title).toBe('Title of /settings – eBike Portal');
    await userEvent.click(screen.getByRole('link', { name: 'To the account' }));
    const profile = await heading('Profile');
    await waitFor(() => expect(document.activeElement).toBe(profile));
    expect(document.title).toBe('Title of /account – eBike Portal');
  });

  test('the previous page stays for 300 ms, then the skeleton of the next page replaces it', async () => {
    await openPortal('/settings', [HUBS, createAccount(() => new Promise(() => undefined))]);
    await heading('Hello');
    jest.useFakeTimers();
    try {
      fireEvent.click(screen.getByRole('link', { name: 'To the account' }));
      await act(() => jest.advanceTimersByTimeAsync(299));
      expect(screen.getByRole('heading', { level: 1, name: 'Hello' })).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(screen.getByRole('heading', { level: 1, name: 'Title of /account' })).toBeTruthy();
      expect(screen.getByText('Loading the page…')).toBeTruthy();
    } finally {
      jest.useRealTimers();
    }
  });

  test('a page that comes while the page error stands is shown at once, and keeps the focus', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const { promise, resolve } = Promise.withResolvers<ComponentType>();
    await openPortal('/settings', [HUBS, createAccount(() => promise)]);
    await heading('Hello');
    jest.useFakeTimers();
    try {
      fireEvent.click(screen.getByRole('link', { name: 'To the account' }));
      await act(() => jest.advanceTimersByTimeAsync(10_000));
    } finally {
      jest.useRealTimers();
    }
    act(() => screen.getByRole('button', { name: 'Try again' }).focus());
    await act(async () => resolve(Account));
    const profile = await heading('Profile');
    await waitFor(() => expect(document.activeElement).toBe(profile));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a page that loads on a retry gets the focus from the button', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    let there = false;
    const page = async () => {
      if (!there) throw new Error('not there');
      return Account;
    };
    await openPortal('/account', [HUBS, createAccount(page)]);
    const button = await screen.findByRole('button', { name: 'Try again' });
    there = true;
    await userEvent.click(button);
    const profile = await heading('Profile');
    await waitFor(() => expect(document.activeElement).toBe(profile));
  });
});

test('a page that crashes leaves header and footer in place', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  await openPortal('/hub-release', REMOTES);
  expect((await screen.findByRole('alert')).textContent).toContain('not available right now');
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
});

test('a page of the shell that crashes is reported, because nothing else counts it', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const reportCrash = jest.fn();
  const pages = { ...SHELL_PAGES, information: { load: async () => ({ Page: Crashing }) } };
  await openPortal('/build-information', REMOTES, 'en', {}, { pages, reportCrash });
  await screen.findByRole('alert');
  expect(reportCrash).toHaveBeenCalledWith(expect.objectContaining({ message: 'This page crashes' }));
});

test('a path with an escaped line break is not found', async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  const { router } = await openPortal('/settings%E2%80%A8', REMOTES);
  expect(await heading('The road ends here')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link'));
  await heading('Hello');
  expect(router.state.location.pathname).toBe('/settings');
});

test('a frame that crashes leaves a message with a way on', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const Crashed = () => {
    throw new Error('The header crashes');
  };
  const onCrash = jest.fn();
  await startShellTexts('en');
  render(
    <RouterProvider
      router={createMemoryRouter([
        { path: '/', element: <Crashed />, errorElement: <RouterError lost={null} onCrash={onCrash} /> },
      ])}
    />,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('not available right now');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(onCrash).toHaveBeenCalledWith(expect.objectContaining({ message: 'The header crashes' }));
});

/** Makes the window scroll as far as the page is long. Returns what changes that length. */
function letPageGrow(): (length: number) => void {
  let length = 0;
  const watching = new Map<ResizeObserver, ResizeObserverCallback>();
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((callback) => {
    const observer: ResizeObserver = {
      observe: () => watching.set(observer, callback),
      unobserve: () => watching.delete(observer),
      disconnect: () => watching.delete(observer),
    };
    return observer;
  });
  jest.spyOn(window, 'scrollTo').mockImplementation((_left, top) => {
    Object.assign(window, { scrollY: Math.min(top, length) });
  });
  return (now) => {
    length = now;
    for (const [observer, callback] of watching) callback([], observer);
  };
}

describe('the scroll position', () => {
  test('a new page starts at the top; a change of the query does not scroll, nor move the focus', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockReturnValue();
    const { router } = await openPortal('/settings', REMOTES);
    await heading('Hello');
    await userEvent.click(screen.getByRole('link', { name: 'Sort' }));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=type'));
    expect(scrollTo).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Sort' }));
    await userEvent.click(screen.getByRole('link', { name: 'To the account' }));
    await heading('Profile');
    expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  });

  test('back leads to the former position, as soon as the page has grown to it again', async () => {
    const growTo = letPageGrow();
    const { router } = await openPortal('/settings', REMOTES);
    await heading('Hello');
    Object.assign(window, { scrollY: 700 });
    fireEvent.scroll(window);
    await userEvent.click(screen.getByRole('link', { name: 'To the account' }));
    await heading('Profile');
    await act(async () => router.navigate(-1));
    growTo(300);
    expect(window.scrollY).toBe(300);
    growTo(900);
    expect(window.scrollY).toBe(700);
  });
});

test('a declared redirect also works inside the portal, and keeps the query', async () => {
  const legal = testRemote('mfe-legal', [
    { path: '/terms', Page: () => () => <PageHead title="Terms" />, access: 'open' },
  ]);
  const declaration = { ...legal.declaration, redirects: [{ from: '/terms/v1', to: '/terms' }] };
  const warn = jest.spyOn(console, 'warn');
  const { router } = await openPortal('/terms/v1?locale=fr', [{ ...legal, declaration }]);
  // During the navigation the skeleton of the next page shows, with its title.
  expect(screen.getByRole('heading', { level: 1, name: 'Title of /terms' })).toBeTruthy();
  await heading('Terms');
  expect(warn).not.toHaveBeenCalled();
  expect(router.state.location).toMatchObject({ pathname: '/terms', search: '?locale=fr' });
});
