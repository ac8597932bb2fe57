/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useOnce } from './use-once.ts';

function Save({ action }: { readonly action: () => Promise<void> }) {
  const [run, running] = useOnce(action);
  return <button onClick={() => void run()}>{running ? 'Saving…' : 'Save'}</button>;
}

test('an action runs once at a time, and can run again when it has ended', async () => {
  const ends: (() => void)[] = [];
  const action = jest.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  render(<Save action={action} />);
  const button = screen.getByRole('button', { name: 'Save' });
  act(() => {
    for (let press = 0; press < 10; press++) button.click();
  });
  expect([button.textContent, action.mock.calls.length]).toEqual(['Saving…', 1]);
  await act(async () => ends[0]?.());
  expect(button.textContent).toBe('Save');
  act(() => button.click());
  expect(action).toHaveBeenCalledTimes(2);
});
