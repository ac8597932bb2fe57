/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import { session } from '@portal/session';
import { hasUnsavedInput } from '@portal/ui';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { OWN_LOGIN } from '../testing/answers.ts';
import { openPage } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { regionNamed } from '../testing/region.ts';
import { Page } from './account-page.tsx';

const PASSWORD = 'PUT account/password';
const FAILURE = 'It seems something went wrong.';
const RULES = 'At least 6 characters, with a digit.';

const section = regionNamed('Password');
// A password field has no role.
const field = (label: string) => section().getByLabelText<HTMLInputElement>(label);
const current = () => field('Current password');
const next = () => field('New password');
const repeat = () => field('Repeat the new password');
const opener = () => section().getByRole<HTMLButtonElement>('button', { name: 'Change password…' });
const change = () => section().getByRole<HTMLButtonElement>('button', { name: /^(Change password|Changing…)$/ });
/** What describes a field: its hint, and its error. */
const description = (of: HTMLElement) =>
  (of.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

async function open(opening: Opening = {}) {
  const page = await openPage(Page, { account: OWN_LOGIN, features: { accountPassword: true }, ...opening });
  await userEvent.click(opener());
  await section().findByLabelText('Current password');
  return page;
}

/** Pastes: typing renders the page with each key, which is slow here. */
async function paste(to: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(to);
  if (text !== '') await userEvent.paste(text);
}

interface Input {
  readonly from?: string;
  readonly to?: string;
  readonly again?: string;
}

async function fill({ from = 'secret-1', to = 'gravel-26', again }: Input = {}): Promise<void> {
  await paste(current(), from);
  await paste(next(), to);
  await paste(repeat(), again ?? to);
}

beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(console, 'warn').mockReturnValue();
});

describe('the form', () => {
  test('appears when it is asked for, with the focus, and with the rules before anything is wrong [T208]', async () => {
    await open();
    expect(document.activeElement).toBe(current());
    expect(description(next())).toEqual([RULES]);
    expect([current(), next(), repeat()].map(({ autocomplete }) => autocomplete)).toEqual([
      'current-password',
      'new-password',
      'new-password',
    ]);
    expect(section().getByRole('button', { description: 'We need your current password.' })).toBe(change());
    expect(change().disabled).toBe(true);
    expect(hasUnsavedInput()).toBe(false);
  });

  test('goes, with what was typed, when the user keeps the old password', async () => {
    await open();
    await fill();
    expect(hasUnsavedInput()).toBe(true);
    await userEvent.click(section().getByRole('button', { name: 'Keep the old one' }));
    expect(document.activeElement).toBe(opener());
    expect(hasUnsavedInput()).toBe(false);
    await userEvent.click(opener());
    expect([current().value, next().value, repeat().value]).toEqual(['', '', '']);
  });

  test.each([
    [{ from: '' }, 'Current password', 'Please enter your current password.', 'We need your current password.'],
    [{ to: '', again: '' }, 'New password', 'Please enter a new password.', 'Please enter your new password.'],
    [
      { to: 'abc-1' },
      'New password',
      'This password is not secure enough: it needs 6 characters and a digit.',
      'The new password must be secure.',
    ],
    [{ to: 'secret-1' }, 'New password', 'Please choose a new password.', 'The new password must be another one.'],
    [{ again: 'gravel-27' }, 'Repeat the new password', 'The two passwords do not match', 'Both passwords must match.'],
  ])('with %j shows the error at "%s" once it is left [T204]', async (input, label, error, reason) => {
    const { sent } = await open();
    await fill(input);
    await userEvent.tab();
    await waitFor(() => expect(description(field(label)).at(-1)).toBe(error));
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(section().getByRole('button', { description: reason })).toBe(change());
    await userEvent.type(repeat(), '{Enter}');
    expect(sent(PASSWORD)).toEqual([]);
  });

  test('takes a password of six characters, one of them a digit', async () => {
    await open();
    await fill({ to: 'abcd-1' });
    await waitFor(() => expect(change().disabled).toBe(false));
  });

  test('compares again when the other field is corrected', async () => {
    await open();
    await fill({ from: 'gravel-26', to: 'gravel-26', again: 'gravel-2' });
    await userEvent.tab();
    expect(await section().findByText('Please choose a new password.')).toBeTruthy();
    await paste(current(), 'secret-1');
    await waitFor(() => expect(section().queryByText('Please choose a new password.')).toBeNull());
    expect(await section().findByText('The two passwords do not match')).toBeTruthy();
    await paste(next(), 'gravel-2');
    await waitFor(() => expect(section().queryByText('The two passwords do not match')).toBeNull());
    expect(change().disabled).toBe(false);
  });

  test('keeps no password when the session ends', async () => {
    await open();
    await fill();
    expect(JSON.stringify(Object.values(sessionStorage))).not.toMatch(/secret-1|gravel-26/);
    act(() => session.end('ended'));
    cleanup();
    await open();
    expect([current().value, next().value, repeat().value]).toEqual(['', '', '']);
  });
});

test('a change is sent once, exactly as typed; a notice says that it is saved, and the form goes [T118]', async () => {
  const { answer, arrive } = later();
  const { sent } = await open({ answers: { [PASSWORD]: answer } });
  await fill({ to: ' gravel 26 ' });
  for (let click = 0; click < 10; click++) act(() => change().click());
  await waitFor(() => expect(sent(PASSWORD)).toHaveLength(1));
  expect(change().getAttribute('aria-busy')).toBe('true');
  expect(section().getByRole<HTMLButtonElement>('button', { name: 'Keep the old one' }).disabled).toBe(true);
  await act(async () => arrive({ body: { data: {} } }));
  expect(await screen.findByText('Your changes were saved successfully.')).toBeTruthy();
  expect(sent(PASSWORD).map(({ body }) => body)).toEqual([{ currentPassword: 'secret-1', newPassword: ' gravel 26 ' }]);
  expect(section().queryByLabelText('Current password')).toBeNull();
  expect(document.activeElement).toBe(opener());
  expect(hasUnsavedInput()).toBe(false);
});

describe('an error of the server', () => {
  test.each([
    ['SAME_PASSWORD', 'Please choose a new password.'],
    ['INSECURE_PASSWORD', 'This password is not secure enough: it needs 6 characters and a digit.'],
  ])(
    '"%s" is shown at the new password and in a focused summary, and raises the notice [T205]',
    async (error, words) => {
      await open({ answers: { [PASSWORD]: { status: 400, body: { errors: [{ error }] } } } });
      await fill();
      await userEvent.click(change());
      const summary = await section().findByRole('alert', { name: 'Your password was not changed' });
      expect(document.activeElement).toBe(summary);
      expect(screen.getByText(FAILURE)).toBeTruthy();
      expect(description(next())).toEqual([RULES, words]);
      await userEvent.click(within(summary).getByRole('link', { name: words }));
      expect(document.activeElement).toBe(next());
      expect([current().value, next().value, repeat().value]).toEqual(['secret-1', 'gravel-26', 'gravel-26']);
      await userEvent.type(next(), 'x');
      expect(section().queryByRole('alert')).toBeNull();
    },
  );

  test.each([
    ['a 401 after one refresh', 401, 'Wrong password, please try again.', 2],
    ['a 429', 429, 'Too many attempts. Please wait some minutes, then try again.', 1],
  ])('%s is shown at the current password', async (_what, status, words, calls) => {
    const { sent } = await open({ answers: { [PASSWORD]: { status } } });
    await fill();
    await userEvent.click(change());
    const summary = await section().findByRole('alert');
    expect(summary.textContent).toContain(words);
    expect(description(current())).toEqual([words]);
    expect(sent(PASSWORD)).toHaveLength(calls);
    expect(session.getState().status).toBe('authenticated');
    await userEvent.type(next(), 'x');
    expect(section().queryByRole('alert')).not.toBeNull();
    await userEvent.type(current(), '2');
    expect(section().queryByRole('alert')).toBeNull();
  });
});

test('an error without a name raises the notice and keeps what was typed', async () => {
  await open({ answers: { [PASSWORD]: { body: { errors: [{ error: 'SOMETHING' }] } } } });
  await fill();
  await userEvent.click(change());
  expect(await screen.findByText(FAILURE)).toBeTruthy();
  expect([current().value, next().value, repeat().value]).toEqual(['secret-1', 'gravel-26', 'gravel-26']);
  expect(section().queryByText(/We do not know/)).toBeNull();
});

const broken = () => {
  throw new TypeError('Failed to fetch');
};

test.each([
  ['without an answer', broken],
  ['with a malformed answer', { text: '<p>Done</p>' }],
])('a change %s is not sent again, and the form says that nobody knows whether it was made', async (_what, answer) => {
  const { sent } = await open({ answers: { [PASSWORD]: answer } });
  await fill();
  await userEvent.click(change());
  expect(await section().findByText('We do not know whether your password was changed')).toBeTruthy();
  expect(section().getByText(/we have sent you an email/)).toBeTruthy();
  expect(sent(PASSWORD)).toHaveLength(1);
});

test.each<[Language, string, string]>([
  ['de', 'Passwort', 'Mindestens 6 Zeichen, darunter eine Ziffer.'],
  ['fr', 'Mot de passe', 'Au moins 6 caractères, dont un chiffre.'],
  ['nl', 'Wachtwoord', 'Ten minste 6 tekens, met een cijfer.'],
])('the form is in %s [T209]', async (language, heading, rules) => {
  await openPage(Page, { account: OWN_LOGIN, features: { accountPassword: true }, language });
  const region = within(screen.getByRole('region', { name: heading }));
  await userEvent.click(region.getByRole('button'));
  expect(await region.findByText(rules)).toBeTruthy();
});
