/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later, wireHub } from '@portal/api/testing';
import { session } from '@portal/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { accountResponse, OWN_LOGIN } from '../testing/answers.ts';
import { openPage } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { states } from './delete-page.states.tsx';
import { Page } from './delete-page.tsx';

const DESTROY = 'POST account/destroy';
const FAILURE = 'It seems something went wrong.';
const WRONG = 'Wrong password, please try again.';

const act_ = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Delete account for good|Deleting…)$/ });
const password = () => screen.getByLabelText<HTMLInputElement>('Current password');
const open = (opening: Opening = {}) => openPage(Page, { path: '/account/delete', ...opening });
const openOwn = (opening: Opening = {}) => open({ account: OWN_LOGIN, ...opening });

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});

describe('says', () => {
  test('what is deleted and what stays, such as the central identity', async () => {
    await openPage(Page, states['single-sign-on']);
    expect(screen.getByRole('heading', { level: 1, name: 'Delete your account?' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'What will be deleted' })).toBeTruthy();
    expect(screen.getByText(/profile, email address and settings are removed/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'What stays' })).toBeTruthy();
    expect(screen.getByText(/Your eBike ID stays/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Manage your eBike ID' })).toBeTruthy();
    expect(screen.getByText('You cannot undo this')).toBeTruthy();
  });

  test('which hubs are affected', async () => {
    await openPage(Page, states['two-hubs']);
    expect(await screen.findByText(/^These 2 hubs lose their link to you/)).toBeTruthy();
    expect(screen.getByText('Hub 0001: you are the owner')).toBeTruthy();
    expect(screen.getByText('Rear light 0002: you are a guest')).toBeTruthy();
  });

  test.each([500, 403])('that hubs could not be loaded (%d), and still allows the deletion', async (status) => {
    const answers = { 'GET hubs': [{ status }, { body: { data: [wireHub({ serial: '0001' })] } }] };
    await open({ answers });
    expect(await screen.findByText(/Which ones they are could not be loaded/)).toBeTruthy();
    expect(screen.getByText(FAILURE)).toBeTruthy();
    expect(screen.getByText('At /account/delete')).toBeTruthy();
    expect(act_().disabled).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Hub 0001: you are the owner')).toBeTruthy();
  });
});

test('the password can be shown, and is hidden before it is sent', async () => {
  const { answer } = later();
  await openOwn({ answers: { [DESTROY]: answer } });
  await userEvent.type(password(), 'secret-1');
  expect(password().type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().type).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  await userEvent.click(act_());
  expect([password().type, password().value]).toEqual(['password', 'secret-1']);
});

test('the safe choice comes first and leads back to the account [T052]', async () => {
  await open();
  const card = within(act_().closest('form') ?? document.body);
  const choices = [...card.getAllByRole('link'), ...card.getAllByRole('button')];
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Keep my account', 'Delete account for good']);
  await userEvent.click(card.getByRole('link', { name: 'Keep my account' }));
  expect(screen.getByText('At /account')).toBeTruthy();
});

test('the safe choice is disabled, with the reason, while the deletion runs, and works again after a failure', async () => {
  const { answer, arrive } = later();
  await open({ answers: { [DESTROY]: answer } });
  await userEvent.click(act_());
  const keep = screen.getByRole<HTMLButtonElement>('button', { name: 'Keep my account', description: 'Deleting…' });
  expect(keep.disabled).toBe(true);
  expect(screen.queryByRole('link', { name: 'Keep my account' })).toBeNull();
  await act(async () => arrive({ status: 503 }));
  expect(await screen.findByText(FAILURE)).toBeTruthy();
  await userEvent.click(await screen.findByRole('link', { name: 'Keep my account' }));
  expect(screen.getByText('At /account')).toBeTruthy();
});

describe('a user on single sign-on', () => {
  test('sees no password field, sends an empty password once, and gets to the page that confirms the deletion [T053]', async () => {
    const { answer, arrive } = later();
    const { sent } = await open({ answers: { [DESTROY]: answer } });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    for (let click = 0; click < 10; click++) act(() => act_().click());
    await waitFor(() => expect(sent(DESTROY)).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Deleting…' }).getAttribute('aria-busy')).toBe('true');
    await act(async () => arrive({ body: { data: {} } }));
    expect(await screen.findByText('At /info?successful_deletion')).toBeTruthy();
    expect(sent(DESTROY).map(({ body }) => body)).toEqual([{ password: '' }]);
  });

  test.each([
    ['code 3000022', { status: 400, body: { errors: [{ code: 3_000_022 }] } }],
    ['a second 401', { status: 401 }],
  ])('whose deletion fails (%s) sees the notice, and nothing about a password', async (_what, answer) => {
    await open({ answers: { [DESTROY]: answer } });
    await userEvent.click(act_());
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(screen.queryByText(WRONG)).toBeNull();
    expect(screen.getByText('At /account/delete')).toBeTruthy();
    expect(session.getState().status).toBe('authenticated');
  });
});

describe('a user with a password', () => {
  test('sends nothing while the password is empty, and sees why [T054]', async () => {
    const { sent } = await openOwn();
    expect(screen.getByRole<HTMLButtonElement>('button', { description: 'Enter your password first.' }).disabled).toBe(
      true,
    );
    await userEvent.type(password(), '{Enter}');
    expect(sent(DESTROY)).toEqual([]);
    await userEvent.tab();
    expect(await screen.findByText('Please enter your current password.')).toBeTruthy();
  });

  test('sends the password exactly as typed [T011]', async () => {
    const { sent } = await openOwn();
    await userEvent.type(password(), ' secret 1 {Enter}');
    expect(await screen.findByText('At /info?successful_deletion')).toBeTruthy();
    expect(sent(DESTROY)[0]?.body).toEqual({ password: ' secret 1 ' });
  });

  test.each([
    ['code 3000022', { status: 400, body: { errors: [{ code: 3_000_022 }] } }, 1],
    ['a second 401', { status: 401 }, 2],
  ])(
    'sees a wrong password (%s) reported at the field and in a focused summary [T263]',
    async (_what, answer, calls) => {
      const { sent } = await openOwn({ answers: { [DESTROY]: answer } });
      await userEvent.type(password(), 'wrong');
      await userEvent.click(act_());
      const summary = await screen.findByRole('alert', { name: 'Your account was not deleted' });
      expect(document.activeElement).toBe(summary);
      expect(password().getAttribute('aria-invalid')).toBe('true');
      expect(screen.getAllByText(WRONG)).toHaveLength(2);
      expect(screen.getByText('At /account/delete')).toBeTruthy();
      expect(sent(DESTROY)).toHaveLength(calls);
      expect(session.getState().status).toBe('authenticated');
      await userEvent.type(password(), 'er');
      expect(screen.queryByText(WRONG)).toBeNull();
    },
  );
});

describe('after too many wrong passwords', () => {
  test('the user stays and reads how long to wait', async () => {
    await openPage(Page, states['tried-too-often']);
    const words = 'Too many attempts. Please wait 30 seconds, then try again.';
    const link = await screen.findByRole('link', { name: words });
    expect(document.activeElement?.getAttribute('role')).toBe('alert');
    expect(document.activeElement?.contains(link)).toBe(true);
    expect([password().value, password().getAttribute('aria-invalid')]).toEqual(['secret-1', 'true']);
    expect(screen.getByText('At /account/delete')).toBeTruthy();
    expect(session.getState().status).toBe('authenticated');
  });
});

test.each([
  ['an error with another code', { status: 400, body: { errors: [{ code: 3_000_021 }] } }],
  ['a malformed answer', { text: '{"data":' }],
])('%s raises the notice, and the user stays', async (_what, answer) => {
  await openOwn({ answers: { [DESTROY]: answer } });
  await userEvent.type(password(), 'secret-1');
  await userEvent.click(act_());
  expect(await screen.findByText(FAILURE)).toBeTruthy();
  expect(screen.getByText('At /account/delete')).toBeTruthy();
  expect(password().value).toBe('secret-1');
  expect(session.getState().status).toBe('authenticated');
});

test('a deletion whose connection breaks is not sent again; an account that is gone then ends the session with the reason', async () => {
  const breaks = () => {
    throw new TypeError('Failed to fetch');
  };
  const { sent } = await open({
    answers: {
      [DESTROY]: breaks,
      'GET account/': [accountResponse(), { status: 401 }],
    },
  });
  await userEvent.click(act_());
  expect(await screen.findByText(FAILURE)).toBeTruthy();
  expect(screen.getByText('At /account/delete')).toBeTruthy();
  await act(() => session.check());
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'deletion-unknown' });
  expect(sent(DESTROY)).toHaveLength(1);
});

describe('after the deletion the confirmation opens before the session check, [T161]', () => {
  test.each([
    ['which finds no session', { status: 401 }],
    ['which fails', { status: 500 }],
  ])('%s', async (_what, check) => {
    const { answer, arrive } = later();
    await open({ answers: { 'GET account/': [accountResponse(), answer], 'POST user/getTokens': { status: 400 } } });
    sessionStorage.setItem('portal-draft 811c9dc5 search', 'rear light');
    await userEvent.click(act_());
    expect(await screen.findByText('At /info?successful_deletion')).toBeTruthy();
    expect(session.getState().status).toBe('authenticated');
    await act(async () => arrive(check));
    await waitFor(() => expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' }));
    expect(sessionStorage).toHaveLength(0);
    expect(screen.getByText('At /info?successful_deletion')).toBeTruthy();
    expect(screen.queryByText(FAILURE)).toBeNull();
  });
});
