/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { CallError } from '@portal/api';
import { wireHub } from '@portal/api/testing';
import { startTestI18n } from '@portal/i18n/testing';
import { session, startSession } from '@portal/session';
import { signedInBrowser, startTestSession, TEST_USER, testTokens } from '@portal/session/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import en from '../locales/en.json' with { type: 'json' };
import { hubs, openPage } from '../testing/open-page.tsx';
import { Page } from './settings-page.tsx';

const FAILURE = 'It seems something went wrong.';

beforeEach(async () => {
  await startTestI18n({ 'mfe-hubs': en });
});

// These tests come first, because notices stay after a test.
test('a 401 that ends the session raises no notice: the sign-in page explains it', async () => {
  await startTestSession(); // without a refresh token
  openPage(<Page />, { 'GET hubs': { status: 401 } });
  expect(await screen.findByRole('heading', { name: 'Your hubs could not be loaded' })).toBeTruthy();
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  expect(screen.queryByText(FAILURE)).toBeNull();
});

test('trouble that ends the session raises no notice either: the sign-in page explains it, too', async () => {
  const environment = signedInBrowser().tab();
  const requestTokens = () => Promise.reject(new CallError('POST user/getTokens', 'unavailable', { status: 503 }));
  startSession({ cookieDomain: null, environment, requestTokens, loadAccount: async () => TEST_USER });
  await session.check();
  openPage(<Page />, { 'GET hubs': { status: 401 } });
  expect(await screen.findByRole('heading', { name: 'Your hubs could not be loaded' })).toBeTruthy();
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'trouble' });
  expect(screen.queryByText(FAILURE)).toBeNull();
});

test.each([
  ['sharing', 'PUT hubs/0012345678+PN-100/settings', 'owner', []],
  ['a release', 'DELETE hubs/0012345678+PN-100/authorization', 'owner', ['Release hub 0012345678', 'Release hub']],
  [
    'a request',
    'GET hubs/0012345678+PN-100/release',
    'guest',
    ['Ask for release of hub 0012345678', 'Ask for release'],
  ],
] as const)('a 401 on %s that ends the session raises no notice either', async (_what, call, role, buttons) => {
  await startTestSession();
  openPage(<Page />, { 'GET hubs': hubs(wireHub({ role })), [call]: { status: 401 } });
  await screen.findByRole('table');
  if (buttons.length === 0) await userEvent.click(screen.getByRole('switch'));
  for (const name of buttons) await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' }));
  // The row is back in its earlier state, so any notice has been raised.
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  await waitFor(() => expect(screen.queryByText(en.sharingStates.changing)).toBeNull());
  expect(screen.queryByText(FAILURE)).toBeNull();
});

test('a second 401 after a refresh keeps the session, and raises the notice', async () => {
  const environment = signedInBrowser().tab();
  const requestTokens = async () => testTokens(2);
  startSession({ cookieDomain: null, environment, requestTokens, loadAccount: async () => TEST_USER });
  await session.check();
  const requests = openPage(<Page />, { 'GET hubs': { status: 401 } });
  expect(await screen.findByText(FAILURE)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Your hubs could not be loaded' })).toBeTruthy();
  expect(requests).toHaveLength(2);
  expect(session.getState().status).toBe('authenticated');
});
