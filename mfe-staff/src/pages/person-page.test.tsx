/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import { BREAKS } from '@portal/catalogue';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, tableRows } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { personAnswer, wireStaffHub, STAFF_EMAIL } from '../testing/samples.ts';
import { states } from './person-page.states.tsx';
import { Page } from './person-page.tsx';

const READ = 'GET staff/people/a1';

/** Opens the page of the account "a1". */
const openPerson = (answers: Opening['answers'] = {}, more: Partial<Opening> = {}) =>
  openPage(Page, {
    path: '/staff/people/a1',
    route: '/staff/people/:id',
    answers: { [READ]: personAnswer(), ...answers },
    ...more,
  });

/** The last button of this name. */
function last(name: string): HTMLElement {
  const found = screen.getAllByRole('button', { name }).at(-1);
  if (!found) throw new Error(`There is no button "${name}"`);
  return found;
}

/** Presses the button that opens an act's dialog, enters a reason, and confirms with the last button of this name. */
async function doAction(opener: string, confirm = opener, beforeConfirm = async () => {}) {
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  await userEvent.type(screen.getByLabelText('Reason'), 'asked by phone');
  await beforeConfirm();
  await userEvent.click(last(confirm));
}

const valueOf = (name: string) =>
  screen.getAllByRole('definition').find((value) => value.previousElementSibling?.textContent === name)?.textContent;

test('shows every field of the account; the heading is the name [T124]', async () => {
  await openPerson();
  const heading = screen.getByRole('heading', { level: 1, name: 'Olivia Owner' });
  expect([...(heading.parentElement?.querySelectorAll('.badge') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Confirmed',
    'Migrated',
    'Role: Developer',
  ]);
  expect(within(heading.parentElement ?? document.body).getByText('owner@example.com')).toBeTruthy();
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(Object.fromEntries(terms.map((name) => [name, valueOf(name)]))).toEqual({
    'Account ID': 'a1',
    'Single sign-on ID': 'sso-1',
    'OBC ID': 'obc-1',
    Language: 'Deutsch',
    'Registered on (UTC)': '06.05.2024',
    'Last seen on (UTC)': '31.01.2026',
  });
  const logs = screen.getByRole('link', { name: 'Logs of this account' });
  expect(logs.getAttribute('href')).toBe('/staff/logs?identifier=a1');
});

test('says what an account does not have; only exceptions stand out', async () => {
  const bare = { obcId: null, lastname: null, language: null, lastSeen: null, roles: [], hubs: [] };
  await openPerson({ [READ]: personAnswer({ ...bare, confirmed: false, migrated: false }) });
  expect(screen.getByRole('heading', { level: 1, name: 'Olivia' })).toBeTruthy();
  expect(['OBC ID', 'Language', 'Last seen on (UTC)'].map(valueOf)).toEqual(['None', 'Unknown', 'Never']);
  for (const name of ['Not confirmed', 'Not migrated']) expect(screen.getByText(name).className).toContain('warn');
  expect(screen.getByText('There is no hub on this account.')).toBeTruthy();
});

test('shows which mails did not arrive, when and why [T463]', async () => {
  const mail = { kind: 'hub-released', at: '2026-01-31T10:00:00.000Z', reason: '550 No such mailbox' } as const;
  await openPerson({ [READ]: personAnswer({ refusedMails: [mail, { ...mail, kind: 'password-changed' }] }) });
  expect(screen.getByText('2 emails not delivered')).toBeTruthy();
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
      ['Serial number', 'Added on (UTC)', 'Type', 'Firmware', 'Part number', 'Role', 'Sharing mode', 'Actions'],
      ['0011', '09.03.2025', 'Smartphone hub', '1.4.2', '42', 'Guest', 'Shared', 'ReleaseLogsStatus'],
      ['0022', '09.03.2025', 'Rear light', 'Unknown', '4021000117', 'Owner', 'Not shared', 'ReleaseLogs'],
    ]);
    const logs = screen.getByRole('link', { name: 'Logs of hub 0022' });
    expect(logs.getAttribute('href')).toBe('/staff/logs?identifier=0022');
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

describe('a hub', () => {
  const RELEASE = 'POST staff/hubs/0011+42/release';
  const hubs = [wireStaffHub({ serial: '0011', partNumber: '42', role: 'guest' }), wireStaffHub({ serial: '0022' })];

  test('is released from its row; the account is not read again, and shows it in the history [T172]', async () => {
    const { sent } = await openPerson({
      [READ]: personAnswer({ hubs }),
      [RELEASE]: { body: { data: { told: 2 } } },
    });
    await doAction('Release hub 0011', 'Release hub', async () => {
      expect(screen.getByRole('dialog', { name: 'Release hub 0011?' }).textContent).toContain(WHOM);
      expect(dialog()?.textContent).toContain('It also leaves the account of its owner.');
    });
    expect(await screen.findByText('Hub 0011 was released.')).toBeTruthy();
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toContain('0022');
    expect(screen.queryByRole('button', { name: 'Release hub 0011' })).toBeNull();
    expect(tableRows('History')[1]?.slice(1)).toEqual(['Hub released0011+42', STAFF_EMAIL, 'asked by phone']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hubs' }));
    expect(sent(RELEASE).map(({ body }) => body)).toEqual([{ reason: 'asked by phone' }]);
    expect(sent(READ)).toHaveLength(1);
  });

  test('that is gone meanwhile is said so', async () => {
    await openPage(Page, states['hub-released-meanwhile']);
    expect((await screen.findByRole('alert')).textContent).toContain('This hub is not activated any more.');
  });
});

describe('the history', () => {
  const entry = {
    id: '8',
    at: '2026-01-31T10:00:00.000Z',
    action: 'role-added',
    by: { id: 's1', email: 'support@example.com' },
    on: 'a1',
    what: 'support',
    reason: 'Joins the team',
  } as const;

  test('has acts and notes, with day, colleague and reason', async () => {
    const note = { ...entry, id: '9', action: 'noted', what: 'Call after six', reason: null } as const;
    await openPerson({ [READ]: personAnswer({ history: [note, entry] }) });
    expect(tableRows('History')).toEqual([
      ['When (UTC)', 'What', 'Who', 'Reason or note'],
      ['31.01.2026, 10:00', 'Note written', 'support@example.com', 'Call after six'],
      ['31.01.2026, 10:00', 'Role addedCustomer support', 'support@example.com', 'Joins the team'],
    ]);
    const link = screen.getByRole('link', { name: 'All entries, with views' });
    expect(link.getAttribute('href')).toBe('/staff/journal?on=a1');
  });

  test('gets a note', async () => {
    const note = { ...entry, action: 'noted', what: 'Call after six', reason: null } as const;
    const { sent } = await openPerson({ 'POST staff/people/a1/notes': personAnswer({ history: [note] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Write note' }));
    await userEvent.type(screen.getByLabelText('Note'), 'Call after six');
    await userEvent.click(last('Write note'));
    expect(await screen.findByText('Call after six')).toBeTruthy();
    expect(sent('POST staff/people/a1/notes').map(({ body }) => body)).toEqual([{ text: 'Call after six' }]);
  });
});

describe('the acts', () => {
  const offered = () => {
    const section = within(screen.getByRole('region', { name: 'What you can do' }));
    return section.queryAllByRole('button').map(({ textContent }) => textContent);
  };

  test.each([
    [{}, ['Send deletion email', 'Remove role', 'Unmigrate account', 'Delete account']],
    [
      { confirmed: false, migrated: false },
      ['Send confirmation again', 'Send password link again', 'Send deletion email', 'Remove role', 'Delete account'],
    ],
  ])('are those that make sense (%j)', async (changes, acts) => {
    await openPerson({ [READ]: personAnswer(changes) });
    expect(offered()).toEqual(acts);
  });

  test('of support are no roles; accounts of staff are neither unmigrated nor deleted', async () => {
    await openPerson({ [READ]: personAnswer({ roles: ['content'] }) }, { roles: ['support'] });
    expect(offered()).toEqual(['Send deletion email']);
    expect(screen.getByText(/Only Administration can delete or unmigrate it/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'All entries, with views' })).toBeNull();
  });

  test('on the own account are none, and the page says why', async () => {
    await openPerson({ [READ]: personAnswer({ email: STAFF_EMAIL.toUpperCase() }) });
    expect(screen.getByText('This is your own account')).toBeTruthy();
    expect(offered()).toEqual([]);
  });
});

test('says how long to wait after too many look-ups, and tries again', async () => {
  await openPage(Page, states['looked-up-too-often']);
  expect(screen.getByText('You have looked up too many people. Please wait 30 seconds, then try again.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Olivia Owner' })).toBeTruthy();
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
  expect(document.activeElement?.textContent).toContain('Hubs');
});

const DONE = { body: { data: {} } };
/** Every dialog names the person. */
const WHOM = 'Olivia Owner owner@example.com';
const ROLES = 'POST staff/people/a1/roles';
const DELETE = 'POST staff/people/a1/delete';
const UNMIGRATE = 'POST staff/people/a1/unmigrate';

const dialog = () => screen.queryByRole('dialog');

test.each([
  ['deletion-mail', 'Send deletion email', 'The deletion email was sent to owner@example.com.'],
  [
    'confirmation-mail',
    'Send confirmation again',
    'The email that confirms the address was sent to owner@example.com.',
  ],
  ['password-mail', 'Send password link again', 'The link for the password was sent to owner@example.com.'],
])('%s is sent with a reason, and said so; the account is not read again', async (call, name, done) => {
  const path = `POST staff/people/a1/${call}`;
  const answer = personAnswer({ confirmed: false, migrated: false });
  const { sent } = await openPerson({ [READ]: answer, [path]: answer });
  await doAction(name, name, async () => {
    expect(dialog()?.textContent).toContain(WHOM);
    expect(dialog()?.textContent).toContain('owner@example.com receives an email');
  });
  expect(await screen.findByText(done)).toBeTruthy();
  expect(dialog()).toBeNull();
  expect(sent(path).map(({ body }) => body)).toEqual([{ reason: 'asked by phone' }]);
  expect(sent(READ)).toHaveLength(1);
});

test('an e-mail that was sent too often is refused with words', async () => {
  await openPage(Page, states['mail-sent-too-often']);
  expect((await screen.findByRole('alert')).textContent).toContain('five of these emails within an hour');
});

test('unmigration says what happens, and that it is not undone here; then the account has its own password [T176]', async () => {
  const { sent } = await openPerson({ [UNMIGRATE]: personAnswer({ migrated: false }) });
  await doAction('Unmigrate account', 'Unmigrate account', async () => {
    expect(dialog()?.textContent).toContain(WHOM);
    expect(dialog()?.textContent).toContain('receives an email with a link to choose the password');
    expect(dialog()?.textContent).toContain('You cannot undo this here');
  });
  expect(await screen.findByText('Not migrated')).toBeTruthy();
  expect(screen.getByText(/^The account was unmigrated, and owner@example.com got an email/)).toBeTruthy();
  expect(sent(UNMIGRATE).map(({ body }) => body)).toEqual([{ reason: 'asked by phone' }]);
  expect(sent(READ)).toHaveLength(1);
  // The button that had the focus is gone.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'What you can do' }));
});

describe('deletion', () => {
  const typeAddress = async () =>
    userEvent.type(screen.getByLabelText('Email address of this account'), 'Owner@example.com ');

  test('wants the address to be typed, so that nobody deletes somebody else', async () => {
    const { sent } = await openPage(Page, states['deletion-of-another-address']);
    expect(await screen.findByText('This is not the email address of this account.')).toBeTruthy();
    expect(sent(DELETE)).toEqual([]);
  });

  test.each([false, true])(
    'says what stays, and leads back with a message (with the OBC account: %s) [T177]',
    async (obc) => {
      const { sent } = await openPerson({ [DELETE]: DONE });
      await doAction('Delete account', 'Delete account', async () => {
        await typeAddress();
        expect(dialog()?.textContent).toContain(WHOM);
        expect(dialog()?.textContent).toContain('The eBike ID, the central account for sign-in, always stays.');
        expect(dialog()?.textContent).toContain('You cannot undo this.');
        const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Also delete the OBC account' });
        expect(box.checked).toBe(false);
        if (obc) await userEvent.click(box);
      });
      expect(await screen.findByText('At /staff/people')).toBeTruthy();
      expect(screen.getByText('The account of owner@example.com was deleted.')).toBeTruthy();
      expect(sent(DELETE).map(({ body }) => body)).toEqual([{ reason: 'asked by phone', deleteObcAccount: obc }]);
      expect(sent(READ)).toHaveLength(1);
    },
  );

  test('does not offer the OBC account where there is none', async () => {
    const { sent } = await openPerson({ [READ]: personAnswer({ obcId: null }), [DELETE]: DONE });
    await doAction('Delete account', 'Delete account', async () => {
      await typeAddress();
      expect(screen.queryByRole('checkbox')).toBeNull();
      expect(screen.getByText('There is no OBC account.')).toBeTruthy();
    });
    await screen.findByText('At /staff/people');
    expect(sent(DELETE)[0]?.body).toEqual({ reason: 'asked by phone', deleteObcAccount: false });
  });

  test('that is refused says why inside the dialog, and keeps the reason', async () => {
    await openPage(Page, states['deletion-refused']);
    expect((await screen.findByRole('alert')).textContent).toContain('the last account with the role Administration');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Asked for it by phone');
    expect(screen.getByText('At /staff/people/a1')).toBeTruthy();
  });

  test('without an answer reads the account anew, which says whether it is gone', async () => {
    const { sent } = await openPerson({ [READ]: [personAnswer(), { status: 404 }], [DELETE]: BREAKS });
    await doAction('Delete account', 'Delete account', typeAddress);
    expect(await screen.findByRole('heading', { name: 'No user found' })).toBeTruthy();
    expect(sent(DELETE)).toHaveLength(1);
  });
});

describe('a role', () => {
  const choose = async (role: string) => userEvent.selectOptions(screen.getByLabelText('Role'), role);

  test('that is missing is added [T219]', async () => {
    const { sent } = await openPerson({
      [ROLES]: personAnswer({ roles: ['developer', 'support'] }),
    });
    await choose('support');
    await doAction('Add role', 'Add role', async () => {
      expect(screen.getByRole('dialog', { name: 'Add the role Customer support?' }).textContent).toContain(WHOM);
      expect(dialog()?.textContent).toContain('You can remove it again.');
    });
    expect(await screen.findByText('The role Customer support was added.')).toBeTruthy();
    expect(sent(ROLES).map(({ body }) => body)).toEqual([{ role: 'support', change: 'add', reason: 'asked by phone' }]);
    expect(await screen.findByRole('option', { name: 'Customer support (has it)' })).toBeTruthy();
  });

  test('that is there is removed [T220]', async () => {
    const { sent } = await openPerson({ [ROLES]: personAnswer({ roles: [] }) });
    expect(screen.getByRole('option', { name: 'Developer (has it)' })).toBeTruthy();
    await doAction('Remove role');
    expect(await screen.findByText('The role Developer was removed.')).toBeTruthy();
    expect(sent(ROLES)[0]?.body).toEqual({ role: 'developer', change: 'remove', reason: 'asked by phone' });
  });
});
