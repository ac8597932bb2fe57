/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { later, wireHub } from '@portal/api/testing';
import type { PersonSchema } from '@portal/staff-api/wire';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type * as v from 'valibot';
import { lostAnswer, openPage, refusal, STAFF_EMAIL, tableRows } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { Page } from './person-page.tsx';

/** A hub of an account on the wire. */
function wireStaffHub(changes: Partial<v.InferInput<typeof PersonSchema>['hubs'][number]> = {}) {
  return { ...wireHub({ partNumber: '4021000117' }), firmware: '1.4.2', ...changes };
}

/** The account of a person on the wire. */
function wirePerson(changes: Partial<v.InferInput<typeof PersonSchema>> = {}) {
  return {
    id: 'a1',
    singleSignOnId: 'sso-1',
    obcId: 'obc-1',
    firstname: 'Olivia',
    lastname: 'Owner',
    email: 'owner@example.com',
    language: 'de',
    registeredAt: '2024-05-06T10:00:00.000Z',
    lastSeen: '2026-01-31T10:00:00.000Z',
    confirmed: true,
    migrated: true,
    roles: ['developer'],
    hubs: [wireStaffHub()],
    refusedMails: [],
    ...changes,
  };
}

const READ = 'GET staff/people/a1';

/** The answer of `GET staff/people/a1`. */
const personAnswer = (changes: Parameters<typeof wirePerson>[0] = {}) => ({
  body: { data: wirePerson(changes) },
});

/** Opens the page of the account "a1". */
const openPerson = (answers: Opening['answers'] = {}, more: Partial<Opening> = {}) =>
  openPage(Page, {
    path: '/staff/people/a1',
    route: '/staff/people/:id',
    answers: { [READ]: personAnswer(), ...answers },
    ...more,
  });

/** Presses the button that opens an act's dialog, enters a reason, and confirms with the last button of this name. */
async function doAction(opener: string, confirm = opener, beforeConfirm = async () => {}) {
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  await userEvent.type(screen.getByLabelText('Reason'), 'asked by phone');
  await beforeConfirm();
  const [last] = screen.getAllByRole('button', { name: confirm }).toReversed();
  if (!last) throw new Error(`There is no button "${confirm}"`);
  await userEvent.click(last);
}

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
  const bare = { obcId: null, lastname: null, language: null, lastSeen: null, roles: [], hubs: [] };
  await openPerson({ [READ]: personAnswer({ ...bare, confirmed: false, migrated: false }) });
  const names = ['OBC ID', 'Full name', 'Language', 'Last seen on', 'Account confirmed', 'Migration', 'Roles'];
  expect(names.map(valueOf)).toEqual(['None', 'Olivia', 'Unknown', 'Never', 'Not confirmed', 'Not migrated', 'None']);
  expect(screen.getByRole('heading', { name: 'No hub' })).toBeTruthy();
});

test('shows which mails did not arrive, when and why [T463]', async () => {
  const mail = { kind: 'hub-released', at: '2026-01-31T10:00:00.000Z', reason: '550 No such mailbox' } as const;
  await openPerson({ [READ]: personAnswer({ refusedMails: [mail, { ...mail, kind: 'password-changed' }] }) });
  const list = within(screen.getByRole('list', { name: 'Undelivered emails (UTC)' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '31.01.2026, 10:00 · Hub released by customer service · 550 No such mailbox',
    '31.01.2026, 10:00 · Password changed · 550 No such mailbox',
  ]);
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
    expect(tableRows('Hubs')).toEqual([
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
    expect(screen.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(['Search']);
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

test('a failure can be tried again, and the focus then moves to the account', async () => {
  const { answer, arrive } = later();
  await openPerson({ [READ]: [{ status: 500 }, answer] });
  expect(screen.getByText('It seems something went wrong.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Trying again…' })).toBeTruthy();
  await act(async () => arrive(personAnswer()));
  expect(document.activeElement?.textContent).toContain('Account information');
});

const SAVED = 'Your changes were saved successfully.';
const DONE = { body: { data: {} } };
const ROLES = 'POST staff/people/a1/roles';
const DELETE = 'POST staff/people/a1/delete';
const UNMIGRATE = 'POST staff/people/a1/unmigrate';
const MAIL = 'POST staff/people/a1/deletion-mail';

const dialog = () => screen.queryByRole('dialog');

test('the deletion e-mail is sent with a reason; the account is read anew', async () => {
  const { sent } = await openPerson({ [MAIL]: DONE });
  await doAction('Send deletion email', 'Send deletion email', async () => {
    expect(dialog()?.textContent).toContain('owner@example.com receives an email');
    expect(dialog()?.textContent).toContain('cannot be taken back');
  });
  expect(await screen.findByText(SAVED)).toBeTruthy();
  expect(dialog()).toBeNull();
  expect(sent(MAIL).map(({ body }) => body)).toEqual([{ reason: 'asked by phone' }]);
  await waitFor(() => expect(sent(READ)).toHaveLength(2));
});

describe('unmigration', () => {
  test('says what happens, and that it is not undone here; then the account has its own password [T176]', async () => {
    const { sent } = await openPerson({
      [READ]: [personAnswer(), personAnswer({ migrated: false })],
      [UNMIGRATE]: DONE,
    });
    await doAction('Unmigrate account', 'Unmigrate account', async () => {
      expect(dialog()?.textContent).toContain('receives an email with a link to choose the password');
      expect(dialog()?.textContent).toContain('You cannot undo this here');
    });
    expect(await screen.findByText('This account is not migrated: it has a password of its own.')).toBeTruthy();
    expect(screen.getByText(SAVED)).toBeTruthy();
    expect(sent(UNMIGRATE).map(({ body }) => body)).toEqual([{ reason: 'asked by phone' }]);
    // The button that had the focus is gone.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'What you can do' }));
  });

  test('is not offered for an account that is not migrated', async () => {
    await openPerson({ [READ]: personAnswer({ migrated: false }) });
    expect(screen.queryByRole('button', { name: 'Unmigrate account' })).toBeNull();
  });
});

describe('deletion', () => {
  test.each([false, true])(
    'says what stays, and leads back with a message (with the OBC account: %s) [T177]',
    async (obc) => {
      const { sent } = await openPerson({ [DELETE]: DONE });
      await doAction('Delete account', 'Delete account', async () => {
        expect(dialog()?.textContent).toContain('The eBike ID, the central account for sign-in, always stays.');
        expect(dialog()?.textContent).toContain('You cannot undo this.');
        const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Also delete the OBC account' });
        expect(box.checked).toBe(false);
        if (obc) await userEvent.click(box);
      });
      expect(await screen.findByText('At /staff/people')).toBeTruthy();
      expect(screen.getByText(SAVED)).toBeTruthy();
      expect(sent(DELETE).map(({ body }) => body)).toEqual([{ reason: 'asked by phone', deleteObcAccount: obc }]);
      expect(sent(READ)).toHaveLength(1);
    },
  );

  test('does not offer the OBC account where there is none', async () => {
    const { sent } = await openPerson({ [READ]: personAnswer({ obcId: null }), [DELETE]: DONE });
    await doAction('Delete account', 'Delete account', async () => {
      expect(screen.queryByRole('checkbox')).toBeNull();
      expect(screen.getByText('There is no OBC account.')).toBeTruthy();
    });
    await screen.findByText('At /staff/people');
    expect(sent(DELETE)[0]?.body).toEqual({ reason: 'asked by phone', deleteObcAccount: false });
  });

  test('that is refused says why inside the dialog, and keeps the reason', async () => {
    await openPerson({ [DELETE]: refusal(400, 'LAST_ADMIN') });
    await doAction('Delete account');
    expect((await screen.findByRole('alert')).textContent).toContain('the last account with the role Administration');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('asked by phone');
    expect(screen.getByText('At /staff/people/a1')).toBeTruthy();
  });

  test.each([
    ['support', false],
    ['admin', true],
  ])('of staff is offered to admins alone (%s: %s)', async (role, isOffered) => {
    await openPerson({ [READ]: personAnswer({ roles: ['content'] }) }, { roles: [role] });
    expect(screen.queryByRole('button', { name: 'Delete account' }) !== null).toBe(isOffered);
    const words = screen.queryByText('This account has a role of customer service. Only Administration can delete it.');
    expect(words === null).toBe(isOffered);
  });

  test('without an answer reads the account anew, which says whether it is gone', async () => {
    const { sent } = await openPerson({ [READ]: [personAnswer(), { status: 404 }], [DELETE]: lostAnswer });
    await doAction('Delete account');
    expect(await screen.findByRole('heading', { name: 'No user found' })).toBeTruthy();
    expect(sent(DELETE)).toHaveLength(1);
  });
});

describe('a role', () => {
  const choose = async (role: string) => userEvent.selectOptions(screen.getByLabelText('Role'), role);

  test('that is missing is added [T219]', async () => {
    const { sent } = await openPerson({
      [READ]: [personAnswer(), personAnswer({ roles: ['developer', 'support'] })],
      [ROLES]: DONE,
    });
    await choose('support');
    await doAction('Add role', 'Add role', async () => {
      expect(screen.getByRole('dialog', { name: 'Add the role Customer support?' })).toBeTruthy();
      expect(dialog()?.textContent).toContain('You can remove it again.');
    });
    expect(await screen.findByText(SAVED)).toBeTruthy();
    expect(sent(ROLES).map(({ body }) => body)).toEqual([{ role: 'support', change: 'add', reason: 'asked by phone' }]);
    expect(await screen.findByRole('option', { name: 'Customer support (has it)' })).toBeTruthy();
  });

  test('that is there is removed [T220]', async () => {
    const { sent } = await openPerson({ [ROLES]: DONE });
    expect(screen.getByRole('option', { name: 'Developer (has it)' })).toBeTruthy();
    await doAction('Remove role');
    expect(await screen.findByText(SAVED)).toBeTruthy();
    expect(sent(ROLES)[0]?.body).toEqual({ role: 'developer', change: 'remove', reason: 'asked by phone' });
  });
});
