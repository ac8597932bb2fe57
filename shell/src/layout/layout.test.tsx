/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { act, screen, within } from '@testing-library/react';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

const REMOTES = [testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => <h1>Hello</h1>, header: true }])];

beforeEach(async () => {
  startTestApi({});
  await startTestSession();
});

function network(state: 'online' | 'offline'): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
  act(() => void window.dispatchEvent(new Event(state)));
}

describe('without a network', () => {
  test('a status message shows until the network is back', async () => {
    const words = 'You are offline.';
    await openPortal('/settings', REMOTES);
    await screen.findByRole('heading', { level: 1, name: 'Hello' });
    expect(screen.queryByText(words)).toBeNull();
    network('offline');
    expect(screen.getByText(words).closest('[role="status"]')).not.toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Hello' })).toBeTruthy();
    network('online');
    expect(screen.queryByText(words)).toBeNull();
  });
});

test('the header names the items that the parts declare, and the account by its e-mail [T085]', async () => {
  await openPortal('/settings', REMOTES, 'de');
  const items = within(await screen.findByRole('navigation', { name: 'Hauptnavigation' }));
  expect(items.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Title of /settings (de)']);
  // Once in the header, once in its menu.
  const toAccount = screen.getAllByRole('link', { name: 'owner@example.com' });
  expect(toAccount.map((link) => link.getAttribute('href'))).toEqual(['/account', '/account']);
});

test('an account without an address is called so', async () => {
  await startTestSession({ ...TEST_USER, email: '' });
  await openPortal('/settings', REMOTES);
  expect(await screen.findAllByRole('link', { name: 'Account' })).toHaveLength(2);
});

test.each([
  ['a page below an item’s', '/settings/more', 1],
  ['an undeclared path below it', '/settings/nothing', 0],
])('the item is marked as current, as in the prerendered frame: on %s', async (_, path, marks) => {
  await openPortal(path, [
    testRemote('mfe-hubs', [
      { path: '/settings', Page: () => () => <h1>Hello</h1>, header: true },
      { path: '/settings/more', Page: () => () => <h1>More</h1> },
    ]),
  ]);
  await screen.findByRole('heading', { level: 1, name: /^(More|The road ends here)$/ });
  const items = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(items.queryAllByRole('link', { current: 'page' })).toHaveLength(marks);
});

describe('the header of a signed-out visitor', () => {
  const OPEN = testRemote('mfe-legal', [{ path: '/terms', Page: () => () => <h1>Terms</h1>, access: 'open' }]);
  const header = () => within(screen.getByRole('banner'));
  const end = () => header().queryByRole('link', { name: 'Sign in' })?.getAttribute('href');

  beforeEach(async () => {
    await startTestSession(null);
  });

  test.each([
    ['a document, and back to it', '/terms?locale=fr#s-2', '/login?redirect=%2Fterms%3Flocale%3Dfr%23s-2'],
    ['a message, which nobody needs again', '/info?successful_deletion', '/login'],
    ['an unknown address', '/nowhere', '/login'],
  ])('leads to sign-in from %s', async (_, path, address) => {
    await openPortal(path, [OPEN]);
    await screen.findByRole('heading', { level: 1 });
    expect(end()).toBe(address);
  });

  test('has the language picker at sign-in, and the footer has none there', async () => {
    await openPortal('/login', [OPEN]);
    await screen.findByRole('contentinfo');
    expect(end()).toBeUndefined();
    expect(screen.getAllByRole('combobox', { name: 'Language' })).toHaveLength(1);
    expect(header().getByRole('combobox', { name: 'Language' })).toBeTruthy();
  });
});

test('the link that skips the header comes first [T093]', async () => {
  await openPortal('/settings', REMOTES);
  const skip = await screen.findByRole('link', { name: 'Skip to content' });
  expect(document.querySelector('a, button')).toBe(skip);
  expect(skip.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
});
