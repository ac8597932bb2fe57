/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { later } from '@portal/api/testing';
import { openPerson, personAnswer, READ } from '../testing/open-person.tsx';
import { STAFF_EMAIL } from '../testing/open-page.tsx';
import { wireStaffHub } from '../testing/wire-person.ts';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});

const valueOf = (name: string) =>
  screen.getAllByRole('definition').find((value) => value.previousElementSibling?.textContent === name)?.textContent;

test('shows every field of the account [T124]', async () => {
  await openPerson();
  expect(screen.getByRole('heading', { level: 1, name: 'Account of a person' })).toBeTruthy();
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(Object.fromEntries(terms.map((name) => [name, valueOf(name)]))).toEqual({
    'Account ID': 'a1',
    'Single sign-on ID': 'sso-1',
    'OBC ID': 'obc-1',
    'Full name': 'Olivia Owner',
    'Email address': 'owner@example.com',
    Language: 'Deutsch',
    'Registered on': '06.05.2024',
    'Last seen on': '31.01.2026',
    'Account confirmed': 'Confirmed',
    Migration: 'Migrated',
    Roles: 'Developer',
  });
});

test('says what an account does not have', async () => {
  const bare = { obcId: null, lastname: null, language: null, lastSeen: null, roles: [] };
  await openPerson({ [READ]: personAnswer({ ...bare, confirmed: false, migrated: false }) });
  const names = ['OBC ID', 'Full name', 'Language', 'Last seen on', 'Account confirmed', 'Migration', 'Roles'];
  expect(names.map(valueOf)).toEqual(['None', 'Olivia', 'Unknown', 'Never', 'Not confirmed', 'Not migrated', 'None']);
});

describe('the hubs', () => {
  test('are a table with all fields of a hub [T125]', async () => {
    await openPerson({
      [READ]: personAnswer({
        hubs: [
          wireStaffHub({ serial: '0011', type: 'CUI100', sharingMode: 'public', role: 'guest', partNumber: '42' }),
          wireStaffHub({ serial: '0022', type: 'REARLIGHT', firmware: null }),
        ],
      }),
    });
    const table = within(screen.getByRole('table', { name: 'Hubs' }));
    expect(table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Serial number', 'Added on', 'Type', 'Firmware', 'Part number', 'Role', 'Sharing mode', 'Status'],
      ['0011', '09.03.2025', 'Smartphone hub', '1.4.2', '42', 'Guest', 'Shared', 'Status'],
      ['0022', '09.03.2025', 'Rear light', 'Unknown', '4021000117', 'Owner', 'Not shared', ''],
    ]);
  });

  test('lead to their status, without a number in the address', async () => {
    await openPerson({ [READ]: personAnswer({ hubs: [wireStaffHub({ serial: '0011' })] }) });
    await userEvent.click(screen.getByRole('link', { name: 'Status of hub 0011' }));
    expect(screen.getByText('At /staff/hubs')).toBeTruthy();
  });

  test('may be none', async () => {
    await openPerson({ [READ]: personAnswer({ hubs: [] }) });
    expect(screen.getByText('There is no hub on this account.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('that are many are shown on demand', async () => {
    const hubs = Array.from({ length: 21 }, (_, index) => wireStaffHub({ serial: `00${index}` }));
    await openPerson({ [READ]: personAnswer({ hubs }) });
    expect(screen.getAllByRole('rowheader')).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 21 hubs' }));
    expect(screen.getAllByRole('rowheader')).toHaveLength(21);
  });
});

describe('the acts', () => {
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  test('of support are mail, unmigration and deletion', async () => {
    await openPerson({}, { roles: ['support'] });
    expect(headings().slice(3)).toEqual(['Deletion email', 'Unmigrate', 'Delete account']);
  });

  test('of admins are roles and journal, too', async () => {
    await openPerson();
    expect(headings().slice(3)).toEqual(['Roles', 'Deletion email', 'Unmigrate', 'Delete account', 'Journal']);
    const link = screen.getByRole('link', { name: 'Show the entries of this account' });
    expect(link.getAttribute('href')).toBe('/staff/journal?on=a1');
  });

  test('on the own account are none, and the page says why', async () => {
    await openPerson({ [READ]: personAnswer({ email: STAFF_EMAIL.toUpperCase() }) });
    expect(screen.getByText('This is your own account')).toBeTruthy();
    expect(headings().slice(3)).toEqual(['Journal']);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

test('says how long to wait after too many look-ups, and tries again', async () => {
  await openPerson({ [READ]: [{ status: 429, headers: { 'retry-after': '30' } }, personAnswer()] });
  expect(screen.getByText('You have looked up too many people. Please wait 30 seconds, then try again.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Olivia Owner')).toBeTruthy();
});

test.each([404, 400])('an id that no account has (%d) is said so', async (status) => {
  await openPerson({ [READ]: { status } });
  expect(screen.getByRole('heading', { level: 2, name: 'No user found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find another person' }).getAttribute('href')).toBe('/staff/people');
});

test('a 403 leads to the forbidden page', async () => {
  await openPerson({ [READ]: { status: 403 } });
  expect(screen.getByText('At /forbidden')).toBeTruthy();
});

test('a failure can be tried again, and the focus then moves to the account', async () => {
  const { answer, arrive } = later();
  await openPerson({ [READ]: [{ status: 500 }, answer] });
  expect(screen.getByText('It seems something went wrong.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Trying again…' })).toBeTruthy();
  await act(async () => arrive(personAnswer()));
  expect(document.activeElement?.textContent).toContain('Account information');
});
