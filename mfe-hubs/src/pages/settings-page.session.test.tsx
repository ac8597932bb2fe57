/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { startTestI18n } from '@portal/i18n/testing';
import { session, startSession } from '@portal/session';
import { signedInBrowser, startTestSession, TEST_USER, testTokens } from '@portal/session/testing';
import { screen } from '@testing-library/react';
import en from '../locales/en.json' with { type: 'json' };
import { openPage } from '../testing/open-page.tsx';
import { Page } from './settings-page.tsx';

const FAILURE = 'It seems something went wrong.';

beforeEach(async () => {
  await startTestI18n({ 'mfe-hubs': en });
});

// This one first: notices outlive a test.
test('a 401 that ends the session raises no notice: sign-in says what there is to say', async () => {
  await startTestSession(); // without a refresh token
  openPage(<Page />, { 'GET hubs': { status: 401 } });
  expect(await screen.findByRole('heading', { name: 'Your hubs could not be loaded' })).toBeTruthy();
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  expect(screen.queryByText(FAILURE)).toBeNull();
});

test('a 401 that comes again after a refresh ends nothing, and raises the notice', async () => {
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
