/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Switch } from './switch.tsx';

test('a switch requests the other state and moves only when its props change', async () => {
  const onChange = jest.fn();
  render(<Switch label="Share hub 0012" checked={false} stateText="Off" onChange={onChange} />);
  const control = screen.getByRole('switch', { name: 'Share hub 0012', checked: false });
  await userEvent.click(control);
  expect(onChange).toHaveBeenCalledWith(true);
  expect(screen.getByRole('switch', { checked: false })).toBe(control);
});

test('a switch shows its state as a word, beside its position', () => {
  render(<Switch label="Share hub 0012" checked busy stateText="Changing…" onChange={() => {}} />);
  expect(screen.getByText('Changing…')).toBeTruthy();
  expect(screen.getByRole('switch', { checked: true, busy: true })).toBeTruthy();
});
