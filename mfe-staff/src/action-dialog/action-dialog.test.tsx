/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { CallError } from '@portal/api';
import { hasUnsavedInput } from '@portal/ui';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import { ActionDialog } from './action-dialog.tsx';

type Action = (reason: string) => Promise<string | undefined>;

async function open(doAction: Action = async () => undefined) {
  const onDone = jest.fn();
  const onCancel = jest.fn();
  const run = jest.fn(doAction);
  const Page = () => (
    <ActionDialog
      heading="Delete it?"
      actionText="Delete"
      busyText="Deleting…"
      danger
      action={run}
      onDone={onDone}
      onCancel={onCancel}
    >
      <p>It cannot be undone.</p>
    </ActionDialog>
  );
  const { sent } = await openPage(Page, { path: '/staff' });
  return { run, onDone, onCancel, sent };
}

const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('changes nothing when it is cancelled', async () => {
  const { run, onCancel } = await open();
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toBeTruthy();
  expect(screen.getByText('It cannot be undone.')).toBeTruthy();
  await userEvent.click(button('Cancel'));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })); // Escape
  expect(onCancel).toHaveBeenCalledTimes(2);
  expect(run).not.toHaveBeenCalled();
});

test.each([
  ['nothing', '', 'Please enter a reason.'],
  ['spaces', '   ', 'Please enter a reason.'],
  ['two characters', 'ab', 'Please enter at least 3 characters.'],
  ['501 characters', 'a'.repeat(501), 'Please enter at most 500 characters.'],
])('refuses %s as a reason, keeps it, and moves the focus to it', async (_, text, message) => {
  const { run } = await open();
  reason().focus();
  await userEvent.paste(text);
  await userEvent.click(button('Delete'));
  expect(screen.getByText(message)).toBeTruthy();
  expect(reason().value).toBe(text);
  expect(document.activeElement).toBe(reason());
  expect(reason().getAttribute('aria-invalid')).toBe('true');
  expect(run).not.toHaveBeenCalled();
  await userEvent.clear(reason());
  await userEvent.type(reason(), 'asked by phone');
  expect(screen.queryByText(message)).toBeNull();
});

test('runs once, with the trimmed reason, and cannot be cancelled meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { run, onDone, onCancel } = await open(() => promise);
  await userEvent.type(reason(), '  asked by phone ');
  for (let click = 0; click < 5; click++) fireEvent.click(button(click === 0 ? 'Delete' : 'Deleting…'));
  expect(button('Cancel').disabled).toBe(true);
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onCancel).not.toHaveBeenCalled();
  await waitFor(() => expect(run.mock.calls).toEqual([['asked by phone']]));
  await act(async () => resolve(undefined));
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('shows a refusal, keeps the reason, and tries again', async () => {
  const answers: (string | undefined)[] = ['There must be another one.', undefined];
  const { onDone } = await open(async () => answers.shift());
  await userEvent.type(reason(), 'asked by phone');
  await userEvent.click(button('Delete'));
  expect(screen.getByRole('alert').textContent).toBe('There must be another one.');
  expect(reason().value).toBe('asked by phone');
  await userEvent.click(button('Delete'));
  expect(onDone).toHaveBeenCalledTimes(1);
});

test.each([
  ['unavailable', 'Nothing was done. Your reason is still here; try again in a moment.'],
  [
    'timed-out',
    'No clear answer came, so it may have been done all the same. Close this and look before you try again.',
  ],
  [
    'malformed',
    'No clear answer came, so it may have been done all the same. Close this and look before you try again.',
  ],
] as const)('says inside the dialog what a failure (%s) means', async (kind, words) => {
  const { onDone } = await open(async () => {
    throw new CallError('POST staff/it', kind);
  });
  await userEvent.type(reason(), 'asked by phone');
  await userEvent.click(button('Delete'));
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('It seems something went wrong.');
  expect(alert.textContent).toContain(words);
  expect(reason().value).toBe('asked by phone');
  expect(onDone).not.toHaveBeenCalled();
});

test('leads to the page about lacking roles when a role was lost, and has the account read again', async () => {
  const { sent } = await open(async () => {
    throw new CallError('POST staff/it', 'forbidden', { status: 403 });
  });
  await userEvent.type(reason(), 'asked by phone');
  await userEvent.click(button('Delete'));
  expect(await screen.findByText('At /forbidden')).toBeTruthy();
  await waitFor(() => expect(sent('GET account/')).toHaveLength(1));
});

test('asks before Escape discards a typed reason, and the portal before the page is left', async () => {
  const { onCancel } = await open();
  const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(hasUnsavedInput()).toBe(false);
  await userEvent.type(reason(), 'asked by phone');
  expect(hasUnsavedInput()).toBe(true);
  pressEscape();
  expect(onCancel).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toContain('Press Escape again to discard it.');
  await userEvent.type(reason(), ' again');
  expect(screen.queryByRole('alert')).toBeNull();
  pressEscape();
  expect(onCancel).not.toHaveBeenCalled();
  pressEscape();
  expect(onCancel).toHaveBeenCalledTimes(1);
});
