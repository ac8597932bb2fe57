/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { getAccount } from '@portal/api';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, tableRows } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { foundHolder, foundPeople, foundPerson, SERIAL } from '../testing/samples.ts';
import { Page } from './people-page.tsx';

const SEARCH = 'POST staff/people/search';
const NOBODY = 'No user found with this email address.';

const open = (answers: Opening['answers'] = {}, more: Partial<Opening> = {}) =>
  openPage(Page, { path: '/staff/people', answers, ...more });
const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const search = async (text: string) => userEvent.type(field(), `${text}{Enter}`);

test('opens the only one who is found, and nothing that was typed gets into an address', async () => {
  const { sent, requests } = await open({ [SEARCH]: foundPeople({ id: 'a1' }) });
  expect(document.activeElement).toBe(field());
  await search('  owner@example.com ');
  expect(await screen.findByText('At /staff/people/a1')).toBeTruthy();
  expect(sent(SEARCH).map(({ body }) => body)).toEqual([{ text: '  owner@example.com ' }]);
  expect(requests.filter(({ path }) => path.includes('example'))).toEqual([]);
});

describe('several', () => {
  test('who hold a hub are listed, the focus on the first', async () => {
    await open({ [SEARCH]: foundPeople({ people: [foundHolder('a1', 'owner'), foundHolder('a2', 'guest')] }) });
    await search(SERIAL);
    expect(await screen.findByRole('heading', { level: 2, name: `2 people for “${SERIAL}”` })).toBeTruthy();
    expect(tableRows()).toEqual([
      ['Full name', 'Email address', 'Role', 'Part number'],
      ['Name a1', 'a1***@example.com', 'Owner', '42'],
      ['Name a2', 'a2***@example.com', 'Guest', '42'],
    ]);
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Name a1' }));
    expect(field().value).toBe(SERIAL);
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('At /staff/people/a1')).toBeTruthy();
  });

  test('of a name say that there are more', async () => {
    await open({ [SEARCH]: foundPeople({ people: [foundPerson('a1'), foundPerson('a2')], more: true }) });
    await search('Name');
    expect(await screen.findByText('There are more. Enter more of what you know.')).toBeTruthy();
    expect(tableRows()[0]).toEqual(['Full name', 'Email address']);
  });
});

test('who were found are gone for the next one who signs in, whose Back may lead to the same page', async () => {
  await open({ [SEARCH]: foundPeople({ people: [foundPerson('a1'), foundPerson('a2')] }) });
  await search('Name');
  expect(await screen.findByRole('table')).toBeTruthy();
  await act(async () =>
    startTestSession({ ...TEST_USER, email: 'support@example.com', roles: ['support'] }, getAccount),
  );
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByDisplayValue('Name')).toBeNull();
});

test('says under the field that nobody has the address, and takes it back when the address changes [T266]', async () => {
  await open({ [SEARCH]: foundPeople() });
  await search('nobody@example.com');
  const words = await screen.findByText(NOBODY);
  expect(words.closest('[aria-live]')).not.toBeNull();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe('nobody@example.com');
  await userEvent.type(field(), 'x');
  expect(screen.queryByText(NOBODY)).toBeNull();
});

test('says that a hub is on nobody’s account, and leads to its status', async () => {
  await open({ [SEARCH]: foundPeople() });
  await search('0012 6044-17');
  expect(await screen.findByText('This hub is on nobody’s account.')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: `Status of hub ${SERIAL}` }));
  expect(screen.getByText('At /staff/hubs')).toBeTruthy();
});

describe('sends nothing', () => {
  test.each([
    ['nothing', ' ', 'Please enter whom you are looking for.'],
    ['two letters', 'Ke', 'Please enter at least three letters of a name, or a whole ID.'],
    ['half an address', 'owner@example', 'This email address is invalid'],
    ['an address of 300 characters', `${'x'.repeat(288)}@example.com`, 'Please enter at most 254 characters.'],
    ['a serial of 21 digits', '1'.repeat(21), 'Please enter at most 20 digits.'],
  ])('for %s, and says why at the field', async (_what, text, message) => {
    const { sent } = await open();
    await userEvent.click(field());
    await userEvent.paste(text);
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText(message)).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field());
    expect(sent(SEARCH)).toEqual([]);
  });
});

describe('the look-ups', () => {
  test.each([
    [5, '5 look-ups left. There is one more in 2 minutes.'],
    [1, '1 look-up left. There is one more in 2 minutes.'],
    [0, 'No look-up left. There is one more in 2 minutes.'],
  ])('that are left (%d) are announced', async (count, words) => {
    await open({
      [SEARCH]: foundPeople({ people: [foundPerson('a1'), foundPerson('a2')], left: { count, seconds: 90 } }),
    });
    await search('Name');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test('that are left are no matter while they are many', async () => {
    await open({ [SEARCH]: foundPeople({ left: { count: 6, seconds: 90 } }) });
    await search('nobody@example.com');
    await screen.findByText(NOBODY);
    expect(screen.queryByText(/left/)).toBeNull();
  });

  test.each([
    [{ 'retry-after': '30' }, 'You have looked up too many people. Please wait 30 seconds, then try again.'],
    [{}, 'You have looked up too many people. Please wait some minutes, then try again.'],
  ])('were too many: it says how long to wait (%j)', async (headers, words) => {
    await open({ [SEARCH]: { status: 429, headers } });
    await search('owner@example.com');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('At /staff/people')).toBeTruthy();
  });
});

describe('the key "/"', () => {
  const checkbox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pressing / leads to the search' });

  test('leads to the field and is typed in it; it can be turned off', async () => {
    await open();
    await userEvent.type(field(), 'a/b');
    expect(field().value).toBe('a/b');
    checkbox().focus();
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(checkbox());
    checkbox().blur();
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('a/b');
    await userEvent.click(checkbox());
    checkbox().blur();
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(document.body);
  });
});

// A 404 of something else than the API says nothing about a person.
test.each([500, 404])('a failure (%d) raises the notice, and the address stays', async (status) => {
  await open({ [SEARCH]: { status } });
  await search('owner@example.com');
  expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
  expect(field().value).toBe('owner@example.com');
});

test.each([
  ['de', 'Zu dieser E-Mail-Adresse wurde kein Benutzer gefunden.'],
  ['fr', 'Aucun utilisateur trouvé avec cette adresse e-mail.'],
  ['nl', 'Geen gebruiker gevonden met dit e-mailadres.'],
] as const)('says in %s that nobody has the address [T267]', async (language, words) => {
  await open({ [SEARCH]: foundPeople() }, { language });
  await search('nobody@example.com');
  expect(await screen.findByText(words)).toBeTruthy();
});
