/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { readFilledFields } from './filled-fields.ts';

function Form() {
  const [password, setPassword] = useState('');
  return (
    <form>
      <input aria-label="Password" value={password} onChange={({ target }) => setPassword(target.value)} />
      <button type="submit" disabled={password === ''}>
        Delete
      </button>
    </form>
  );
}

// Once, as at the start of a page.
readFilledFields();

test.each([
  ['focused', (field: HTMLElement) => fireEvent.focusIn(field)],
  ['left', (field: HTMLElement) => fireEvent.focusOut(field)],
  ['pointed at', (field: HTMLElement) => fireEvent.pointerOver(field)],
  ['pressed', (field: HTMLElement) => fireEvent.pointerDown(field)],
])('a field that was filled in without an event is read when the form is %s', (_, act) => {
  render(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'secret-1');
  const button = screen.getByRole<HTMLButtonElement>('button');
  expect(button.disabled).toBe(true);
  act(button);
  expect([button.disabled, field.value]).toEqual([false, 'secret-1']);
});
