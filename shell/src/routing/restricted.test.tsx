/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { PartAnswer } from '@portal/contract/part-listing';
import { ListingError } from '@portal/federation/runtime';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { Link, PageHead } from '@portal/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

function Hubs() {
  return (
    <>
      <PageHead title="Hello" />
      <Link to="/staff">To the people</Link>
    </>
  );
}
const HUBS = testRemote('mfe-hubs', [{ path: '/settings', Page: () => Hubs, header: true }]);
const needs = (...anyRole: readonly string[]) => ({ anyRole, otherwise: '/forbidden' });
const STAFF = testRemote(
  'mfe-staff',
  [
    { path: '/staff', Page: () => () => <PageHead title="People" />, header: true, access: needs('support', 'admin') },
    { path: '/staff/journal', Page: () => () => <PageHead title="Journal" />, access: needs('admin') },
  ],
  { anyRole: ['support', 'admin'] },
);

const asked = jest.fn<(answer: PartAnswer) => Promise<PartAnswer>>();
type RolePartsOf = NonNullable<NonNullable<Parameters<typeof openPortal>[4]>['roleParts']>;
const roleParts = jest.fn<RolePartsOf>();

const signIn = async (...roles: readonly string[]) => await startTestSession({ ...TEST_USER, roles: [...roles] });
const open = async (path: string, isRestricted = false) =>
  await openPortal(path, [HUBS], 'en', {}, { further: [STAFF], listing: asked, roleParts, isRestricted });
const heading = async (name: string) => await screen.findByRole('heading', { level: 1, name });
const headerLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
  asked.mockReset().mockImplementation(async (answer) => answer);
  roleParts.mockReset().mockImplementation(async (answer) => answer);
  startTestApi({});
  sessionStorage.clear();
});

describe('a part for some roles', () => {
  test('stands in the header of whoever has one, behind the items for everybody', async () => {
    await signIn('support');
    await open('/settings');
    await heading('Hello');
    await waitFor(() => expect(headerLinks()).toEqual(['Title of /settings', 'Title of /staff']));
    await userEvent.click(screen.getAllByRole('link', { name: 'Title of /staff' })[0] ?? document.body);
    await heading('People');
    expect(asked).not.toHaveBeenCalled();
  });

  test('is asked about only for an account with roles', async () => {
    await signIn();
    await open('/settings');
    await heading('Hello');
    expect(roleParts).not.toHaveBeenCalled();
    expect(headerLinks()).toEqual(['Title of /settings']);
  });

  test('is asked about again with the next page after a failure', async () => {
    await signIn('support');
    roleParts.mockRejectedValueOnce(new ListingError('offline'));
    const { router } = await open('/settings');
    await heading('Hello');
    expect(headerLinks()).toEqual(['Title of /settings']);
    await act(() => router.navigate('/information'));
    await waitFor(() => expect(headerLinks()).toContain('Title of /staff'));
  });
});

describe('the address of a page for some roles', () => {
  test.each([true, false])('opens it for whoever has one (at the start: %s)', async (atStart) => {
    await signIn('developer', 'support');
    const { router } = await open(atStart ? '/staff' : '/settings', atStart);
    if (!atStart) await act(() => router.navigate('/staff'));
    await heading('People');
    expect(router.state.location.pathname).toBe('/staff');
  });

  test.each([true, false])(
    'leads everybody else to the page about lacking roles (at the start: %s)',
    async (atStart) => {
      await signIn('developer');
      const { router } = await open(atStart ? '/staff' : '/settings', atStart);
      if (!atStart) await userEvent.click(await screen.findByRole('link', { name: 'To the people' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/forbidden'));
    },
  );

  test('leads there, too, whoever has another of its roles', async () => {
    await signIn('support');
    const { router } = await open('/settings');
    await heading('Hello');
    await act(() => router.navigate('/staff/journal'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/forbidden'));
  });

  test('leads a visitor who is not signed in to sign-in, and back', async () => {
    await startTestSession(null);
    const { router } = await open('/staff', true);
    await waitFor(() => expect(router.state.location.search).toBe('?redirect=%2Fstaff'));
    expect(router.state.location.pathname).toBe('/login');
    expect(asked).not.toHaveBeenCalled();
  });
});
