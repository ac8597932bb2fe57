/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { SelectField, TextField } from './fields.tsx';
import { stubDialogs } from './testing.tsx';

stubDialogs();

test('a text field has its name, its hint and its error', () => {
  const { rerender } = render(<TextField label="First name" hint="As on your passport" />);
  const field = screen.getByRole('textbox', { name: 'First name', description: 'As on your passport' });
  expect(field.getAttribute('aria-invalid')).toBeNull();
  rerender(<TextField label="First name" hint="As on your passport" error="Please enter your name." />);
  expect(
    screen.getByRole('textbox', {
      name: 'First name',
      description: 'As on your passport Please enter your name.',
    }),
  ).toBe(field);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a field that may stay empty says so in its name', () => {
  render(<TextField label="Last name" optional="optional" />);
  expect(screen.getByRole('textbox', { name: 'Last name (optional)' })).toBeTruthy();
});

test('the place of an error is there before the error, so that it is told', () => {
  const { container } = render(<TextField label="First name" />);
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('');
});

test('a select field has an error, too', () => {
  render(<SelectField label="Country" options={[]} value="" onChange={() => undefined} error="Please choose one." />);
  expect(screen.getByRole('combobox', { name: 'Country', description: 'Please choose one.' })).toBeTruthy();
});

test('an error summary has the focus and leads to its fields', async () => {
  render(
    <>
      <TextField label="E-mail" id="mail" />
      <ErrorSummary heading="Not saved" errors={[{ id: 'mail', text: 'This address is in use.' }]} />
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('alert', { name: 'Not saved' }));
  await userEvent.click(screen.getByRole('link', { name: 'This address is in use.' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'E-mail' }));
  expect(window.location.hash).toBe('');
});

test('a dialog is a question with a name, and going back is an answer', () => {
  const onCancel = jest.fn();
  render(
    <Dialog heading="Leave this page?" actions={<Button>Stay</Button>} onCancel={onCancel}>
      <p>It is not saved.</p>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Leave this page?' });
  dialog.close();
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('Escape is the answer at once, not when the browser gets to closing the dialog', () => {
  const onCancel = jest.fn();
  render(
    <Dialog heading="Leave this page?" actions={<Button>Stay</Button>} onCancel={onCancel}>
      <p>It is not saved.</p>
    </Dialog>,
  );
  const escape = new Event('cancel', { cancelable: true });
  screen.getByRole('dialog').dispatchEvent(escape);
  expect(onCancel).toHaveBeenCalledTimes(1);
  expect(escape.defaultPrevented).toBe(true);
});

test('a dialog that was answered goes without another answer', () => {
  const onCancel = jest.fn();
  const { unmount } = render(
    <Dialog heading="Leave this page?" actions={<Button>Stay</Button>} onCancel={onCancel}>
      <p>It is not saved.</p>
    </Dialog>,
  );
  unmount();
  expect(onCancel).not.toHaveBeenCalled();
});
