/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { startTestI18n } from '@portal/i18n/testing';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { TestPortal } from '@portal/ui/testing';
import { render, screen, within } from '@testing-library/react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import { Page } from './account-page.tsx';

function open() {
  render(
    <TestPortal path="/account">
      <Page />
    </TestPortal>,
  );
}

/** Name and value of everything that a section shows. */
function entries(heading: string): Record<string, string> {
  const region = within(screen.getByRole('region', { name: heading }));
  const values = region.getAllByRole('definition').map((value) => value.textContent);
  return Object.fromEntries(region.getAllByRole('term').map((name, index) => [name.textContent, values[index] ?? '']));
}

beforeEach(async () => {
  await startTestI18n({ 'mfe-account': en });
});

test('shows the profile and the e-mail', async () => {
  await startTestSession();
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Your account' })).toBeTruthy();
  expect(entries('Your profile')).toEqual({ 'First name': 'Olivia', 'Last name': 'Owner', Country: 'Germany' });
  expect(entries('E-mail')).toEqual({ 'E-mail address': 'owner@example.com' });
  expect(screen.getByText(/belongs to your central identity/)).toBeTruthy();
});

test('says what is not there, and sends nobody to an identity that they do not have', async () => {
  await startTestSession({ ...TEST_USER, lastName: '', country: null, usesSingleSignOn: false });
  open();
  expect(entries('Your profile')).toMatchObject({ 'Last name': 'Not given', Country: 'Not chosen' });
  expect(screen.queryByText(/central identity/)).toBeNull();
});

test('names the country in the language of the interface', async () => {
  await startTestI18n({ 'mfe-account': de }, 'de');
  await startTestSession();
  open();
  expect(entries('Ihr Profil')).toMatchObject({ Land: 'Deutschland' });
});
