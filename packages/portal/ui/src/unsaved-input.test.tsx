/** @jest-environment jsdom */
import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { discardUnsavedInput, hasUnsavedInput, useUnsavedInput } from './unsaved-input.ts';

const nothing = () => undefined;

function Form({ unsaved, discard = nothing }: { readonly unsaved: boolean; readonly discard?: () => void }) {
  useUnsavedInput(unsaved, discard);
  return null;
}

afterEach(() => {
  cleanup();
  discardUnsavedInput();
});

test('input is unsaved as long as one form reports it', () => {
  const one = render(<Form unsaved />);
  const other = render(<Form unsaved />);
  expect(hasUnsavedInput()).toBe(true);
  one.rerender(<Form unsaved={false} />);
  expect(hasUnsavedInput()).toBe(true);
  other.unmount();
  expect(hasUnsavedInput()).toBe(false);
});

test('discarding resets every form with its latest callback', () => {
  const [before, now] = [jest.fn(), jest.fn()];
  const { rerender } = render(<Form unsaved discard={before} />);
  rerender(<Form unsaved discard={now} />);
  discardUnsavedInput();
  expect(before).not.toHaveBeenCalled();
  expect(now).toHaveBeenCalledTimes(1);
  expect(hasUnsavedInput()).toBe(false);
});
