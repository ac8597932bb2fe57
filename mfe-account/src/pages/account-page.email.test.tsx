/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import { session } from '@portal/session';
import { hasUnsavedInput } from '@portal/ui';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { accountResponse, OWN_LOGIN } from '../testing/answers.ts';
import { openPage } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { regionNamed } from '../testing/region.ts';
import { states } from './account-page.states.tsx';
import { Page } from './account-page.tsx';

const EMAIL = 'PUT account/email';
const FAILURE = 'It seems something went wrong.';
const NEW = 'new@example.com';

const section = regionNamed('Email');
const address = () => section().getByRole<HTMLInputElement>('textbox', { name: 'Email address' });
const repeat = () => section().getByRole<HTMLInputElement>('textbox', { name: 'Repeat the new address' });
// A password field has no role.
const password = () => section().getByLabelText<HTMLInputElement>('Current password');
const change = () => section().getByRole<HTMLButtonElement>('button', { name: /^(Change email|Changing…)$/ });

const open = (opening: Opening = {}) => openPage(Page, { account: OWN_LOGIN, ...opening });

/** Pastes: typing renders the page with each key, which is slow here. */
async function paste(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}

async function fill({ email = NEW, again = email }: { email?: string; again?: string } = {}): Promise<void> {
  await userEvent.clear(address());
  await paste(address(), email);
  await paste(repeat(), again);
  await paste(password(), 'secret-1');
}

beforeEach(() => {
  sessionStorage.clear();
  jest.spyOn(console, 'warn').mockReturnValue();
});

describe('for a user on single sign-on', () => {
  test('the address is locked, with the reason and a link to where it can be changed [T196]', async () => {
    await openPage(Page, states['single-sign-on']);
    const field = section().getByRole<HTMLInputElement>('textbox', {
      name: 'Email address',
      description: /belongs to your eBike ID/,
    });
    expect([field.value, field.disabled]).toEqual(['owner@example.com', true]);
    const link = section().getByRole<HTMLAnchorElement>('link', { name: 'Open your eBike ID profile' });
    expect(link.href).toBe('https://identity.example.com/');
    expect(section().queryByRole('button')).toBeNull();
  });
});

describe('the fields', () => {
  test('for the repetition and the password appear only while the address is edited [T117]', async () => {
    await open();
    expect(section().queryByLabelText('Repeat the new address')).toBeNull();
    expect(section().queryByLabelText('Current password')).toBeNull();
    expect(section().getByRole('button', { name: 'Change email', description: 'Nothing changed yet.' })).toBeTruthy();
    await userEvent.type(address(), 'x');
    expect([repeat().value, password().type]).toEqual(['', 'password']);
    await userEvent.type(address(), '{Backspace}');
    expect(section().queryByLabelText('Repeat the new address')).toBeNull();
    expect(section().queryByLabelText('Current password')).toBeNull();
  });

  test.each([
    ['', 'Please enter an email address.', 'Please enter your new address.'],
    ['new@example', 'This email address is invalid', 'The new address must be valid.'],
    ['new@exam\u200bple.com', /\(U\+200B\)/, 'The new address must not contain unseen characters.'],
  ])(
    'show the error of the address %j after the field is left, beside the button at once [T191]',
    async (email, words, reason) => {
      await open();
      await userEvent.clear(address());
      if (email !== '') await userEvent.type(address(), email);
      expect(section().queryByText(words)).toBeNull();
      expect(section().getByRole<HTMLButtonElement>('button', { description: reason }).disabled).toBe(true);
      await userEvent.tab();
      await waitFor(() => expect(section().getByRole('textbox', { description: words })).toBe(address()));
      expect(section().queryByText('The two email addresses do not match')).toBeNull();
    },
  );

  test('show an error while the addresses differ [T192]', async () => {
    await open();
    const reason = 'Both addresses must match.';
    await fill({ again: 'new@exmaple.com' });
    await waitFor(() =>
      expect(section().getByRole('textbox', { description: 'The two email addresses do not match' })).toBe(repeat()),
    );
    expect(section().getByRole('button', { description: reason })).toBe(change());
    await userEvent.clear(address());
    await userEvent.type(address(), 'new@exmaple.com');
    await waitFor(() => expect(screen.queryByText('The two email addresses do not match')).toBeNull());
    expect(change().disabled).toBe(false);
  });

  test('show an error while the password is missing [T195]', async () => {
    await open();
    await fill();
    await userEvent.clear(password());
    await userEvent.tab();
    expect(await section().findByText('Please enter your current password.')).toBeTruthy();
    expect(section().getByRole('button', { description: 'We need your current password.' })).toBe(change());
  });

  test('are reset when the user keeps the old address', async () => {
    await open();
    await fill();
    await userEvent.click(section().getByRole('button', { name: 'Keep the old one' }));
    expect(address().value).toBe('owner@example.com');
    expect(document.activeElement).toBe(address());
    expect(section().queryByLabelText('Current password')).toBeNull();
    expect(hasUnsavedInput()).toBe(false);
    await userEvent.type(address(), 'x');
    expect([repeat().value, password().value]).toEqual(['', '']);
  });
});

test('a change is sent once, with the trimmed address; a message about the mail then replaces the fields [T008]', async () => {
  const { answer, arrive } = later();
  const { sent } = await open({ answers: { [EMAIL]: answer } });
  await fill({ email: ` ${NEW} ` });
  for (let click = 0; click < 10; click++) act(() => change().click());
  await waitFor(() => expect(sent(EMAIL)).toHaveLength(1));
  expect(section().getByRole('button', { name: 'Changing…' }).getAttribute('aria-busy')).toBe('true');
  const keep = section().getByRole<HTMLButtonElement>('button', { name: 'Keep the old one', description: 'Changing…' });
  expect(keep.disabled).toBe(true);
  await act(async () => arrive({ body: { data: {} } }));
  const box = await section().findByRole('status');
  expect(box.textContent).toContain(`We sent a message to ${NEW}.`);
  expect(document.activeElement?.contains(box)).toBe(true);
  expect(section().queryByRole('textbox')).toBeNull();
  expect(sent(EMAIL).map(({ body }) => body)).toEqual([{ newEmail: NEW, currentPassword: 'secret-1' }]);
  expect(hasUnsavedInput()).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

describe('an address that is confirmed in another tab', () => {
  const confirmed = {
    'GET account/': [accountResponse(OWN_LOGIN), accountResponse({ ...OWN_LOGIN, email: NEW })],
  };
  const check = () => act(() => session.check());

  test('becomes the current address here, too, and nothing is unsaved [T157]', async () => {
    await open({ answers: confirmed });
    await check();
    await waitFor(() => expect(address().value).toBe(NEW));
    expect(section().queryByLabelText('Current password')).toBeNull();
    expect(section().getByRole('button', { name: 'Change email', description: 'Nothing changed yet.' })).toBeTruthy();
    expect(hasUnsavedInput()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
    expect(document.activeElement).toBe(document.body);
  });

  test('replaces the hint to check the inbox', async () => {
    await open({ answers: confirmed });
    await fill();
    await userEvent.click(change());
    expect(await screen.findByText('Please check your inbox')).toBeTruthy();
    await check();
    expect(address().value).toBe(NEW);
  });
});

test('Enter sends nothing while an input is invalid', async () => {
  const { sent } = await open();
  await fill({ again: 'other@example.com' });
  await userEvent.type(password(), '{Enter}');
  expect(sent(EMAIL)).toEqual([]);
});

describe('an error of the server', () => {
  test.each([
    ['EMAIL_ADDRESS_IN_USE', 'This address is already in use. Please choose another one.'],
    ['email invalid', 'This email address is invalid'],
    ['INVALID_EMAIL_PROVIDER', 'Addresses of this provider cannot be used. Please choose another one.'],
    ['MISSING_EMAIL_ADDRESS', 'Please enter an email address.'],
  ])('"%s" is shown at the address and in a focused summary, and raises the notice [T202]', async (error, words) => {
    await open({ answers: { [EMAIL]: { status: 400, body: { errors: [{ error }] } } } });
    await fill();
    await userEvent.click(change());
    const summary = await section().findByRole('alert', { name: 'Your email address was not changed' });
    expect(document.activeElement).toBe(summary);
    expect(screen.getByText(FAILURE)).toBeTruthy();
    expect(section().getByRole('textbox', { description: words })).toBe(address());
    await userEvent.click(within(summary).getByRole('link', { name: words }));
    expect(document.activeElement).toBe(address());
    await userEvent.tab();
    expect(section().getByRole('textbox', { description: words })).toBe(address());
    expect([address().value, repeat().value, password().value]).toEqual([NEW, NEW, 'secret-1']);
    await userEvent.type(address(), 'x');
    expect(section().queryByRole('alert')).toBeNull();
    expect(section().queryByText(words)).toBeNull();
  });

  test('a 401 after one refresh means a wrong password, and is shown at the password [T203]', async () => {
    const { sent } = await open({ answers: { [EMAIL]: { status: 401 } } });
    await fill();
    await userEvent.click(change());
    const summary = await section().findByRole('alert');
    expect(summary.textContent).toContain('Wrong password, please try again.');
    expect(screen.getByText(FAILURE)).toBeTruthy();
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(sent(EMAIL)).toHaveLength(2);
    expect(session.getState().status).toBe('authenticated');
    await userEvent.type(address(), 'm');
    expect(section().queryByRole('alert')).not.toBeNull();
    await userEvent.type(password(), '2');
    expect(section().queryByRole('alert')).toBeNull();
  });

  test('says how long to wait after too many wrong passwords, keeps what was typed, and works after the wait', async () => {
    const tooMany = {
      status: 429,
      headers: { 'retry-after': '90' },
      body: { errors: [{ error: 'TOO_MANY_ATTEMPTS' }] },
    };
    const { sent } = await open({ answers: { [EMAIL]: [tooMany, { body: { data: {} } }] } });
    await fill();
    await userEvent.click(change());
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    const summary = await section().findByRole('alert', { name: 'Your email address was not changed' });
    const words = 'Too many attempts. Please wait 2 minutes, then try again.';
    expect(document.activeElement).toBe(summary);
    expect(summary.textContent).toContain(words);
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect([address().value, repeat().value, password().value]).toEqual([NEW, NEW, 'secret-1']);
    expect(session.getState().status).toBe('authenticated');
    expect(sent(EMAIL)).toHaveLength(1);
    await userEvent.click(change());
    expect(await screen.findByText('Please check your inbox')).toBeTruthy();
  });
});

test.each([
  ['a malformed answer', { text: '<p>Done</p>' }],
  ['an error without a name', { body: { errors: [{ error: 'SOMETHING' }] } }],
])('%s raises the notice and keeps what was typed [T255]', async (_what, answer) => {
  await open({ answers: { [EMAIL]: answer } });
  await fill();
  await userEvent.click(change());
  expect(await screen.findByText(FAILURE)).toBeTruthy();
  expect([address().value, repeat().value, password().value]).toEqual([NEW, NEW, 'secret-1']);
  expect(change().disabled).toBe(false);
});

test('everything typed but the password is kept when the session ends', async () => {
  await open();
  await fill();
  expect(JSON.stringify(Object.values(sessionStorage))).not.toContain('secret-1');
  act(() => session.end('ended'));
  cleanup();
  await open();
  expect([address().value, repeat().value, password().value]).toEqual([NEW, NEW, '']);
});
