/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { Page } from './people-page.tsx';

const SEARCH = 'POST staff/people/search';
const found = (id: string | null) => ({
  body: { data: { id, people: [], more: false, left: { count: 9, seconds: 60 } } },
});
const NOBODY = 'No user found with this email address.';

const open = (answers: Opening['answers'] = {}, more: Partial<Opening> = {}) =>
  openPage(Page, { path: '/staff/people', answers, ...more });
const field = () => screen.getByLabelText<HTMLInputElement>('Email address');

async function search(email: string) {
  await userEvent.type(field(), `${email}{Enter}`);
}

test('opens the account that has the address, which never gets into an address', async () => {
  const { sent, requests } = await open({ [SEARCH]: found('a1') });
  expect(field().type).toBe('email');
  await search('  owner@example.com ');
  expect(await screen.findByText('At /staff/people/a1')).toBeTruthy();
  expect(sent(SEARCH).map(({ body }) => body)).toEqual([{ text: 'owner@example.com' }]);
  expect(requests.filter(({ path }) => path.includes('example'))).toEqual([]);
});

test('says under the field that nobody has the address, and takes it back when the address changes [T266]', async () => {
  await open({ [SEARCH]: found(null) });
  await search('nobody@example.com');
  const words = await screen.findByText(NOBODY);
  expect(words.closest('[aria-live]')).not.toBeNull();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('nobody@example.com');
  await userEvent.type(field(), 'x');
  expect(screen.queryByText(NOBODY)).toBeNull();
});

describe('sends nothing', () => {
  test.each([
    ['no address', '', 'Please enter an email address.'],
    ['what is no address', 'owner', 'This email address is invalid'],
    ['an unseen character', 'own\u200ber@example.com', /^This address contains a character that cannot be seen/],
  ])('for %s', async (_what, email, message) => {
    const { sent } = await open();
    await search(email);
    expect(screen.getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(field());
    expect(sent(SEARCH)).toEqual([]);
  });
});

test.each([
  [{ 'retry-after': '30' }, 'You have looked up too many people. Please wait 30 seconds, then try again.'],
  [{}, 'You have looked up too many people. Please wait some minutes, then try again.'],
])('says how long to wait after too many searches (%j)', async (headers, words) => {
  await open({ [SEARCH]: { status: 429, headers } });
  await search('owner@example.com');
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('At /staff/people')).toBeTruthy();
});

// A 404 of something else than the API says nothing about a person.
test.each([500, 404])('a failure (%d) raises the notice, and the address stays', async (status) => {
  await open({ [SEARCH]: { status } });
  await search('owner@example.com');
  expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
  expect(field().value).toBe('owner@example.com');
});

test.each([
  ['de', 'E-Mail-Adresse', 'Zu dieser E-Mail-Adresse wurde kein Benutzer gefunden.'],
  ['fr', 'Adresse e-mail', 'Aucun utilisateur trouvé avec cette adresse e-mail.'],
  ['nl', 'E-mailadres', 'Geen gebruiker gevonden met dit e-mailadres.'],
] as const)('says in %s that nobody has the address [T267]', async (language, label, words) => {
  await open({ [SEARCH]: found(null) }, { language });
  await userEvent.type(screen.getByLabelText(label), 'nobody@example.com{Enter}');
  expect(await screen.findByText(words)).toBeTruthy();
});
