/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { rememberAddress, session, startSession } from './session.ts';
import { fakeBrowser, startTestSession, TEST_USER, testTokens } from './testing.ts';
import { useDraft } from './use-draft.ts';

function Field() {
  const [text, change] = useDraft('search');
  return <input value={text} onChange={({ target }) => change(target.value)} />;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');

function type(text: string): void {
  fireEvent.change(field(), { target: { value: text } });
}

/** The field's value after the page is opened again. */
function afterReload(): string {
  cleanup();
  render(<Field />);
  return field().value;
}

/** Loads the page again, signed in as `user`, or signed out for null. */
const startAgain = (user?: typeof TEST_USER | null) => act(() => startTestSession(user));

beforeEach(async () => {
  jest.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  await startTestSession();
  render(<Field />);
});
afterEach(cleanup);

test('a draft is kept after a reload and after the session has ended', async () => {
  type('rear light');
  expect(afterReload()).toBe('rear light');
  act(() => session.end('ended'));
  await startAgain();
  expect(afterReload()).toBe('rear light');
});

test('a cleared draft is deleted', () => {
  type('rear light');
  type('');
  expect(afterReload()).toBe('');
  expect(sessionStorage).toHaveLength(0);
});

test('a log-out deletes drafts, and nothing else in the storage [T411]', async () => {
  sessionStorage.setItem('other', 'stays');
  type('rear light');
  act(() => session.end('signed-out'));
  expect(Object.keys(sessionStorage)).toEqual(['other']);
  await startAgain();
  expect(afterReload()).toBe('');
});

test('a log-out in another tab deletes drafts, even when the session here had already ended', async () => {
  const browser = fakeBrowser();
  const options = { cookieDomain: null, requestTokens: async () => testTokens(2), loadAccount: async () => TEST_USER };
  browser.cookies.write('access_token=access-1; Path=/');
  await act(() => {
    startSession({ ...options, environment: browser.tab() });
    return session.check();
  });
  type('rear light');
  act(() => session.end('ended'));
  expect(sessionStorage).toHaveLength(1);
  act(() => browser.tab().channel.post({ type: 'end', reason: 'signed-out' }));
  expect(sessionStorage).toHaveLength(0);
});

test('a log-out that this tab has missed, asleep or closed, deletes drafts when the tab runs again [T414]', async () => {
  type('rear light');
  const asleep = Object.entries(sessionStorage);
  const user = TEST_USER;
  act(() => session.end('signed-out'));
  for (const [name, text] of asleep) sessionStorage.setItem(name, String(text));
  await startAgain(null);
  expect(Object.keys(sessionStorage)).toEqual([]);
  await startAgain(user);
  expect(afterReload()).toBe('');
});

test('a page from memory that has missed a log-out deletes drafts when its session is checked', async () => {
  type('rear light');
  localStorage.setItem('portal-logged-out-at', String(Date.now() + 1));
  await act(() => session.check());
  expect(sessionStorage).toHaveLength(0);
});

test('a draft that was typed after a log-out is kept', async () => {
  act(() => session.end('signed-out'));
  jest.useFakeTimers({ now: Date.now() + 1, doNotFake: ['queueMicrotask', 'nextTick'] });
  await startAgain();
  type('rear light');
  act(() => session.end('ended'));
  await startAgain();
  expect(afterReload()).toBe('rear light');
});

test('a reload while no user is signed in keeps the draft', async () => {
  type('rear light');
  await startAgain(null);
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
  await startAgain();
  expect(afterReload()).toBe('rear light');
});

test('another user does not see the draft, and the storage does not reveal whose it is [T415]', async () => {
  type('rear light');
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(TEST_USER.email);
  await startAgain({ ...TEST_USER, email: 'guest@example.com' });
  expect(field().value).toBe('');
  expect(afterReload()).toBe('');
});

const NEW = { ...TEST_USER, email: 'New@example.com' };

test('an address that the user has asked for keeps the draft, after a reload and a new sign-in, too', async () => {
  type('rear light');
  rememberAddress(TEST_USER.email, 'new@Example.com');
  await startAgain(NEW);
  expect(afterReload()).toBe('rear light');
  act(() => session.end('ended'));
  await startAgain(NEW);
  expect(afterReload()).toBe('rear light');
});

test.each<[string, () => unknown]>([
  ['a log-out', () => session.end('signed-out')],
  ['the sign-in of somebody else', () => startAgain({ ...TEST_USER, email: 'guest@example.com' })],
])('%s forgets the addresses that were asked for', async (_, forget) => {
  rememberAddress(TEST_USER.email, NEW.email);
  await act(async () => void (await forget()));
  await startAgain();
  type('rear light');
  await startAgain(NEW);
  expect(afterReload()).toBe('');
});

test('without an address no draft is kept', async () => {
  const nobody = { ...TEST_USER, email: '' };
  await startAgain(nobody);
  afterReload();
  type('rear light');
  expect(field().value).toBe('rear light');
  expect(sessionStorage).toHaveLength(0);
  await startAgain(nobody);
  expect(afterReload()).toBe('');
});

test.each(['x'.repeat(10_001), 'two\nlines', 'a\u0000b'])('%j in the storage is not read as a draft', (text) => {
  type('rear light');
  const [name = ''] = Object.keys(sessionStorage);
  sessionStorage.setItem(name, text);
  expect(afterReload()).toBe('');
});
