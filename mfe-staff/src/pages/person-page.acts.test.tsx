/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { doAct, openPerson, personAnswer, READ } from '../testing/open-person.tsx';

const SAVED = 'Your changes were saved successfully.';
const DONE = { body: { data: {} } };
const ROLES = 'POST staff/people/a1/roles';
const DELETE = 'POST staff/people/a1/delete';
const UNMIGRATE = 'POST staff/people/a1/unmigrate';
const MAIL = 'POST staff/people/a1/deletion-mail';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});

const dialog = () => screen.queryByRole('dialog');

test('the deletion e-mail is sent with a reason; the account is read anew', async () => {
  const { sent } = await openPerson({ [MAIL]: DONE });
  await doAct('Send deletion email', 'Send deletion email', async () => {
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
    await doAct('Unmigrate account', 'Unmigrate account', async () => {
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
      await doAct('Delete account', 'Delete account', async () => {
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
    await doAct('Delete account', 'Delete account', async () => {
      expect(screen.queryByRole('checkbox')).toBeNull();
      expect(screen.getByText('There is no OBC account.')).toBeTruthy();
    });
    await screen.findByText('At /staff/people');
    expect(sent(DELETE)[0]?.body).toEqual({ reason: 'asked by phone', deleteObcAccount: false });
  });

  test('that is refused says why inside the dialog, and keeps the reason', async () => {
    await openPerson({ [DELETE]: { status: 400, body: { errors: [{ error: 'LAST_ADMIN' }] } } });
    await doAct('Delete account');
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
    const breaks = () => {
      throw new TypeError('Failed to fetch');
    };
    const { sent } = await openPerson({ [READ]: [personAnswer(), { status: 404 }], [DELETE]: breaks });
    await doAct('Delete account');
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
    await doAct('Add role', 'Add role', async () => {
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
    await doAct('Remove role');
    expect(await screen.findByText(SAVED)).toBeTruthy();
    expect(sent(ROLES)[0]?.body).toEqual({ role: 'developer', change: 'remove', reason: 'asked by phone' });
  });

  test('of the last admin stays, with the reason in words', async () => {
    await openPerson({
      [READ]: personAnswer({ roles: ['admin'] }),
      [ROLES]: { status: 400, body: { errors: [{ error: 'LAST_ADMIN' }] } },
    });
    await choose('admin');
    await doAct('Remove role');
    expect((await screen.findByRole('alert')).textContent).toContain('Give the role to somebody else first.');
  });
});
