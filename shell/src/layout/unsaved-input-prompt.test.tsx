/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import { session } from '@portal/session';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { discardUnsavedInput, hasUnsavedInput, Link, useUnsavedInput } from '@portal/ui';
import { stubDialogs } from '@portal/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { leaveWhenSessionEnds } from '../routing/session-end.ts';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

stubDialogs();

function Form() {
  const [text, setText] = useState('stored');
  useUnsavedInput(text !== 'stored', () => setText('stored'));
  return (
    <>
      <h1>Form</h1>
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <Link to="/account?sort=type">Sort</Link>
    </>
  );
}

const REMOTES = [
  testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => <h1>Hubs</h1>, header: true }]),
  testRemote('mfe-account', [{ path: '/account', Page: () => Form }]),
];

async function openForm(language: Language = 'en') {
  const portal = await openPortal('/account', REMOTES, language);
  await screen.findByRole('heading', { level: 1, name: 'Form' });
  return portal;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const edit = () => userEvent.type(field(), ' and changed');
const header = () => within(screen.getByRole('banner'));
/** Leaves by the header; its menu contains the same link. */
async function toHubs(): Promise<void> {
  const [link] = header().getAllByRole('link', { name: /^Title of \/settings/ });
  if (link) await userEvent.click(link);
}
const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });
const answer = (name: string) => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

/** Whether the browser would ask if the whole page went now. */
function browserAsks(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

beforeEach(async () => {
  startTestApi({ 'GET account/logout': { body: {} } });
  await startTestSession();
});
afterEach(() => act(() => discardUnsavedInput()));

test('a page with an edit asks before a header link leaves it, and staying keeps what was typed', async () => {
  const { router } = await openForm();
  await edit();
  await toHubs();
  expect(question()).not.toBeNull();
  await answer('Stay here');
  expect(question()).toBeNull();
  expect(router.state.location.pathname).toBe('/account');
  expect(field().value).toBe('stored and changed');
});

test('leaving discards the edit', async () => {
  const { router } = await openForm();
  await edit();
  await toHubs();
  await answer('Leave without saving');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  expect(hasUnsavedInput()).toBe(false);
});

test('a change of the query alone asks nothing', async () => {
  const { router } = await openForm();
  await edit();
  await userEvent.click(screen.getByRole('link', { name: 'Sort' }));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=type'));
  expect(question()).toBeNull();
});

test('the browser asks before the document unloads, as long as there is an edit', async () => {
  await openForm();
  expect(browserAsks()).toBe(false);
  await edit();
  expect(browserAsks()).toBe(true);
  act(() => discardUnsavedInput());
  expect(browserAsks()).toBe(false);
});

test('the browser does not ask another user, who has signed in in another tab', async () => {
  await startTestSession(TEST_USER, async () => ({ ...TEST_USER, email: 'guest@example.com' }));
  await openForm();
  await edit();
  await act(() => session.check());
  expect(browserAsks()).toBe(false);
});

test('logging out asks as well, and staying keeps the user signed in', async () => {
  await openForm();
  await edit();
  const [logOut] = header().getAllByRole('button', { name: 'Log out' });
  if (logOut) await userEvent.click(logOut);
  await answer('Stay here');
  expect(session.getState().status).toBe('authenticated');
  expect(field().value).toBe('stored and changed');
});

test.each(['ended', 'trouble', 'signed-out'] as const)('a session that ends ("%s") asks nothing', async (reason) => {
  const { portal, router } = await openForm();
  leaveWhenSessionEnds(portal, router);
  await edit();
  act(() => session.end(reason));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(question()).toBeNull();
  expect(hasUnsavedInput()).toBe(false);
});

test.each(['ended', 'trouble', 'signed-out'] as const)(
  'the question about a log-out closes when the session ends ("%s") meanwhile, and does not come back',
  async (reason) => {
    const { portal, router } = await openForm();
    leaveWhenSessionEnds(portal, router);
    await edit();
    const [logOut] = header().getAllByRole('button', { name: 'Log out' });
    if (logOut) await userEvent.click(logOut);
    expect(question()).not.toBeNull();
    act(() => session.end(reason));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await waitFor(() => expect(question()).toBeNull());
    await act(() => startTestSession());
    await act(() => router.navigate('/account'));
    await screen.findByRole('heading', { level: 1, name: 'Form' });
    await edit();
    expect(question()).toBeNull();
  },
);
