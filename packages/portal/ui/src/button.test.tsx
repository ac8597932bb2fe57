/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Button } from './button.tsx';

test('a button runs its action, and does not submit a form by accident', async () => {
  const onClick = jest.fn();
  render(<Button onClick={onClick}>Log out</Button>);
  const button = screen.getByRole('button', { name: 'Log out' });
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('type')).toBe('button');
});

test('a busy button says so, keeps the focus and ignores presses', async () => {
  const onClick = jest.fn();
  const { rerender } = render(<Button onClick={onClick}>Try again</Button>);
  const button = screen.getByRole('button', { name: 'Try again' });
  button.focus();
  rerender(
    <Button onClick={onClick} busy>
      Trying again…
    </Button>,
  );
  await userEvent.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Trying again…', busy: true })).toBe(document.activeElement);
});

/** What a browser that translates the page does to each text. */
function translate(text: Text | null): void {
  const template = document.createElement('template');
  template.innerHTML = '<font><font></font></font>';
  const inner = template.content.querySelector('font font');
  inner?.append(`${text?.data ?? ''} (translated)`);
  text?.replaceWith(template.content);
}

test('a button of a translated page becomes busy and shows its new text', () => {
  const { rerender } = render(<Button>Save</Button>);
  const texts = document.createTreeWalker(screen.getByRole('button'), NodeFilter.SHOW_TEXT);
  // It shows texts alone.
  translate(texts.nextNode() as Text | null);
  expect(screen.getByRole('button', { name: 'Save (translated)' })).toBeDefined();
  rerender(<Button busy>Saving…</Button>);
  expect(screen.getByRole('button', { name: 'Saving…', busy: true })).toBeDefined();
});
