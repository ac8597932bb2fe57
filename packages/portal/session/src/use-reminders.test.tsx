/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { session } from './session.ts';
import { startTestSession, TEST_USER } from './testing.ts';
import { useReminders } from './use-reminders.ts';
import type { Reminders } from './use-reminders.ts';

/** The reminders of a page that has just been opened. */
function openPage(): Reminders {
  cleanup();
  let opened: Reminders | undefined;
  function Page() {
    opened = useReminders();
    return null;
  }
  render(<Page />);
  if (!opened) throw new Error('The page has not been rendered');
  return opened;
}

const startAgain = (user = TEST_USER) => act(() => startTestSession(user));

beforeEach(async () => {
  localStorage.clear();
  await startTestSession();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('a reminder is kept after a reload and after the session has ended', async () => {
  openPage().keep('asked', 'today');
  expect(openPage().read('asked')).toBe('today');
  act(() => session.end('ended'));
  await startAgain();
  expect(openPage().read('asked')).toBe('today');
});

test('an empty text deletes a reminder', () => {
  openPage().keep('asked', 'today');
  openPage().keep('asked', '');
  expect(localStorage).toHaveLength(0);
});

test('a log-out deletes reminders, and nothing else in the storage', () => {
  localStorage.setItem('other', 'stays');
  openPage().keep('asked', 'today');
  act(() => session.end('signed-out'));
  expect(Object.keys(localStorage)).toEqual(['other', 'portal-logged-out-at']);
});

test('the sign-in of another user deletes reminders, and the storage does not reveal whose they were', async () => {
  openPage().keep('asked', 'today');
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(TEST_USER.email);
  act(() => session.end('ended'));
  await startAgain({ ...TEST_USER, email: 'guest@example.com' });
  expect(openPage().read('asked')).toBe('');
  expect(localStorage).toHaveLength(0);
});

test('a storage that is forbidden or full only remembers nothing', () => {
  const page = openPage();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  page.keep('asked', 'today');
  expect(page.read('asked')).toBe('');
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  page.keep('asked', 'today');
  expect(page.read('asked')).toBe('');
});
