/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { PartAnswer } from '@portal/contract/part-descriptor';
import { DescriptorError } from '@portal/federation/runtime';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { Link, PageHead } from '@portal/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

function Hubs() {
  return (
    <>
      <PageHead title="Hello" />
      <Link to="/account">To the account</Link>
      <Link to="/account/delete?really=yes#end">To the deletion</Link>
      <Link to="/nowhere">To nowhere</Link>
      <Link to="/staff">To the people</Link>
    </>
  );
}
const HUBS = testRemote('mfe-hubs', [{ path: '/settings', Page: () => Hubs, header: true }]);
const ACCOUNT = testRemote('mfe-account', [
  { path: '/account', Page: () => () => <PageHead title="Profile" />, header: true },
  { path: '/account/delete', Page: () => () => <PageHead title="Delete" /> },
]);

type DescriptorFilter = (answer: PartAnswer) => Promise<PartAnswer>;
const descriptor = jest.fn<DescriptorFilter>();

const open = async () => await openPortal('/settings', [HUBS], 'en', {}, { further: [ACCOUNT], descriptor });
const heading = async (name: string) => await screen.findByRole('heading', { level: 1, name });
const press = async (name: string) => await userEvent.click(screen.getByRole('link', { name }));

beforeEach(async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  descriptor.mockReset().mockImplementation(async (answer) => answer);
  roleParts.mockReset().mockImplementation(async (answer) => answer);
  startTestApi({});
  sessionStorage.clear();
  await startTestSession();
});

describe('a link to a part that the page does not carry', () => {
  test('opens its page', async () => {
    const { router } = await open();
    await heading('Hello');
    await press('To the account');
    await heading('Profile');
    expect([router.state.location.pathname, router.state.historyAction]).toEqual(['/account', 'PUSH']);
    expect(descriptor).toHaveBeenCalledTimes(1);
  });

  test('opens its other pages without a question, with query and hash', async () => {
    const { router } = await open();
    await heading('Hello');
    await press('To the account');
    await heading('Profile');
    await act(() => router.navigate(-1));
    await heading('Hello');
    await press('To the deletion');
    await heading('Delete');
    const { pathname, search, hash } = router.state.location;
    expect(pathname + search + hash).toBe('/account/delete?really=yes#end');
    expect(descriptor).toHaveBeenCalledTimes(1);
  });

  test('shows a skeleton with its title while the answer takes long, then the page, with one entry in the history', async () => {
    const late = Promise.withResolvers<void>();
    descriptor.mockImplementation(async (answer) => {
      await late.promise;
      return answer;
    });
    const { router } = await open();
    await heading('Hello');
    await press('To the account');
    expect(await heading('Title of /account')).toBeTruthy();
    expect(screen.getByText('Loading the page…')).toBeTruthy();
    late.resolve();
    await heading('Profile');
    await act(() => router.navigate(-1));
    await heading('Hello');
  });

  test('shows the failure if there is no answer, and tries again', async () => {
    descriptor.mockRejectedValue(new DescriptorError('offline'));
    const { router } = await open();
    await heading('Hello');
    await press('To the account');
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('This area is not available right now'),
    );
    expect(router.state.location.pathname).toBe('/account');
    descriptor.mockImplementation(async (answer) => answer);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Profile');
  });

  test('loads a new page if the web server no longer knows the versions of this one', async () => {
    descriptor.mockRejectedValue(new DescriptorError('gone', { isOutdated: true }));
    const { portal, router } = await open();
    const leave = jest.spyOn(portal.openTab, 'leave').mockReturnValue();
    await heading('Hello');
    await press('To the deletion');
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(leave.mock.calls[0]?.[0].href).toBe('http://localhost/account/delete?really=yes#end');
    expect(router.state.location.pathname).toBe('/account/delete');
  });
});

test('a link to a path of nobody leads to the page for these', async () => {
  const { router } = await open();
  await heading('Hello');
  await press('To nowhere');
  await heading('The road ends here');
  expect(router.state.location.pathname).toBe('/nowhere');
});

const needs = (...anyRole: readonly string[]) => ({ anyRole, otherwise: '/forbidden' });
const STAFF = testRemote(
  'mfe-staff',
  [{ path: '/staff', Page: () => () => <PageHead title="People" />, header: true, access: needs('support', 'admin') }],
  { anyRole: ['support', 'admin'] },
);

type RolePartsOf = NonNullable<NonNullable<Parameters<typeof openPortal>[4]>['roleParts']>;
const roleParts = jest.fn<RolePartsOf>();

const signIn = async (...roles: readonly string[]) => await startTestSession({ ...TEST_USER, roles: [...roles] });
const openAs = async (path: string, isRestricted = false) =>
  await openPortal(path, [HUBS], 'en', {}, { further: [STAFF], descriptor, roleParts, isRestricted });
const headerLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('a part for some roles', () => {
  test('stands in the header of whoever has one, behind the items for everybody', async () => {
    await signIn('support');
    await openAs('/settings');
    await heading('Hello');
    await waitFor(() => expect(headerLinks()).toEqual(['Title of /settings', 'Title of /staff']));
    await userEvent.click(screen.getAllByRole('link', { name: 'Title of /staff' })[0] ?? document.body);
    await heading('People');
    expect(descriptor).not.toHaveBeenCalled();
  });

  test('is asked about only for an account with roles', async () => {
    await signIn();
    await openAs('/settings');
    await heading('Hello');
    expect(roleParts).not.toHaveBeenCalled();
    expect(headerLinks()).toEqual(['Title of /settings']);
  });

  test('leaves the header with the roles', async () => {
    await signIn('support');
    await openAs('/settings');
    await waitFor(() => expect(headerLinks()).toContain('Title of /staff'));
    await act(() => signIn());
    expect(headerLinks()).toEqual(['Title of /settings']);
  });

  test('is asked about again with the next page after a failure', async () => {
    await signIn('support');
    roleParts.mockRejectedValueOnce(new DescriptorError('offline'));
    const { router } = await openAs('/settings');
    await heading('Hello');
    expect(headerLinks()).toEqual(['Title of /settings']);
    await act(() => router.navigate('/information'));
    await waitFor(() => expect(headerLinks()).toContain('Title of /staff'));
  });
});

describe('after sign-in', () => {
  test.each([
    [['support'], '/loggedin', '/staff'],
    [['support'], '/', '/staff'],
    [['developer'], '/loggedin', '/settings'],
    [[], '/loggedin', '/settings'],
  ])('an account with the roles %j goes on from %s to %s', async (roles, from, to) => {
    await signIn(...roles);
    const { router } = await openAs(from);
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
  });

  test.each([
    [['support'], 'People'],
    [[], 'Hello'],
  ])('an account with the roles %j whom the web server has led to the hubs comes to "%s"', async (roles, title) => {
    await signIn(...roles);
    window.history.replaceState(null, '', '/settings?locale=de#signed-in');
    const { router } = await openAs('/settings');
    await heading(title);
    expect(window.location.href).toMatch(/\/settings\?locale=de$/);
    await act(() => router.navigate('/settings'));
    await heading('Hello');
  });

  test('an account whose roles cannot be asked about comes to the hubs', async () => {
    await signIn('support');
    roleParts.mockRejectedValue(new DescriptorError('offline'));
    const { router } = await openAs('/loggedin');
    await heading('Hello');
    expect(router.state.location.pathname).toBe('/settings');
  });
});

describe('the address of a page for some roles', () => {
  test.each([true, false])('opens it for whoever has one (at the start: %s)', async (atStart) => {
    await signIn('developer', 'support');
    const { router } = await openAs(atStart ? '/staff' : '/settings', atStart);
    if (!atStart) await act(() => router.navigate('/staff'));
    await heading('People');
    expect(router.state.location.pathname).toBe('/staff');
  });

  test.each([true, false])(
    'leads everybody else to the page about lacking roles (at the start: %s)',
    async (atStart) => {
      await signIn('developer');
      const { router } = await openAs(atStart ? '/staff' : '/settings', atStart);
      if (!atStart) await userEvent.click(await screen.findByRole('link', { name: 'To the people' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/forbidden'));
    },
  );

  test('leads a visitor who is not signed in to sign-in, and back', async () => {
    await startTestSession(null);
    const { router } = await openAs('/staff', true);
    await waitFor(() => expect(router.state.location.search).toBe('?redirect=%2Fstaff'));
    expect(router.state.location.pathname).toBe('/login');
    expect(descriptor).not.toHaveBeenCalled();
  });
});
