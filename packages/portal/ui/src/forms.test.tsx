/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';
import { stubDialogs } from './testing.tsx';

stubDialogs();

test('a text field has a label, a hint and an error', () => {
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

test('the element for an error exists before the error, so that screen readers announce it', () => {
  const { container } = render(<TextField label="First name" />);
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('');
});

test('a dialog is labelled with its question, and the safe choice is an answer', () => {
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

test('Escape answers at once, not only when the browser closes the dialog', () => {
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

test('a dialog that was answered closes without a second answer', () => {
  const onCancel = jest.fn();
  const { unmount } = render(
    <Dialog heading="Leave this page?" actions={<Button>Stay</Button>} onCancel={onCancel}>
      <p>It is not saved.</p>
    </Dialog>,
  );
  unmount();
  expect(onCancel).not.toHaveBeenCalled();
});
