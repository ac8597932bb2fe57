/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import { refusal } from '../testing/samples.ts';
import { Page } from './access-token-page.tsx';

const READ = 'GET staff/access-token';
const TOKEN = 'eyJhbGciOi.secret';
const NOW = new Date('2026-11-26T12:00:00.000Z');
const HALF_AN_HOUR = '2026-11-26T12:30:00.000Z';

const answer = (expiresAt = HALF_AN_HOUR) => ({ body: { data: { token: TOKEN, expiresAt } } });
const open = (response: object = answer()) =>
  openPage(Page, { path: '/staff/access-token', roles: ['content'], answers: { [READ]: response } });

const button = (name: string) => screen.getByRole('button', { name });
/** The page, with what its elements hold and are told. */
const page = () => document.documentElement.outerHTML;

async function press(name: string) {
  await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(button(name));
}

function stubClipboard(clipboard: object | undefined) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the token', () => {
  test('is in the page only while it is shown, and nowhere else', async () => {
    await open();
    expect(screen.getByText('The token is hidden.')).toBeTruthy();
    expect(page()).not.toContain('secret');
    await press('Show token');
    expect(screen.getByText(TOKEN)).toBeTruthy();
    await press('Hide token');
    expect(page()).not.toContain('secret');
    expect(JSON.stringify([localStorage, sessionStorage, window.location.href, document.cookie])).not.toContain(
      'secret',
    );
  });

  test('says how long it lives, minute by minute, and aloud only now and then', async () => {
    await open();
    const said = () =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join('');
    expect(screen.getByText('Valid for 30 minutes.')).toBeTruthy();
    expect(said()).toContain('The token expires in less than 30 minutes.');
    act(() => jest.advanceTimersByTime(10 * 60_000));
    expect(screen.getByText('Valid for 20 minutes.')).toBeTruthy();
    expect(said()).toContain('The token expires in less than 30 minutes.');
    act(() => jest.advanceTimersByTime(19.5 * 60_000));
    expect(screen.getByText('Valid for less than 1 minute.')).toBeTruthy();
    expect(said()).toContain('The token expires in less than 1 minute.');
  });

  test('is gone to the second when its life is over', async () => {
    await open(answer('2026-11-26T12:00:07.000Z'));
    await press('Show token');
    act(() => jest.advanceTimersByTime(6900));
    expect(page()).toContain('secret');
    act(() => jest.advanceTimersByTime(200));
    expect(page()).not.toContain('secret');
    expect(screen.getByRole('alert').textContent).toContain('Log out and in again for a new one.');
    expect(screen.queryByRole('button', { name: /token/ })).toBeNull();
  });

  test('is gone when a page that slept is looked at', async () => {
    await open();
    await press('Show token');
    jest.setSystemTime(new Date('2026-11-26T13:00:00.000Z'));
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(page()).not.toContain('secret');
  });
});

describe('copying', () => {
  test('works while the token is hidden', async () => {
    const writeText = jest.fn(async (_text: string) => undefined);
    await open();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    stubClipboard({ writeText }); // user-event has set one of its own
    await user.click(button('Copy token'));
    expect(writeText.mock.calls).toEqual([[TOKEN]]);
    expect(await screen.findByText('The token is in the clipboard.')).toBeTruthy();
    expect(page()).not.toContain('secret');
  });

  test.each([
    ['is not there', undefined],
    ['refuses', { writeText: async () => await Promise.reject(new Error('not allowed')) }],
  ])('without a clipboard, which %s, selects the token [T270]', async (_what, clipboard) => {
    await open();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    stubClipboard(clipboard);
    await user.click(button('Copy token'));
    const message = await screen.findByRole('alert');
    expect(message.textContent).toContain('Copying to the clipboard is not supported by the browser.');
    expect(document.getSelection()?.toString()).toBe(TOKEN);
    await user.click(button('Hide token'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('none saved: says what to do [T269]', async () => {
  await open(refusal(404, 'NO_TOKEN_SAVED'));
  expect(screen.getByRole('heading', { name: 'No token saved' })).toBeTruthy();
  expect(screen.getByText('Log out and in again.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /token/ })).toBeNull();
});
