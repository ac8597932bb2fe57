/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { notify } from './notice-bus.ts';
import { Notices } from './notices.tsx';

const SAVED = { kind: 'success', text: 'Your changes were saved successfully.' } as const;
const FAILED = { kind: 'error', text: 'It seems something went wrong.' } as const;

function pass(milliseconds: number) {
  act(() => jest.advanceTimersByTime(milliseconds));
}

beforeEach(() => {
  jest.useFakeTimers();
  render(<Notices closeLabel="Close this notice" />);
});

afterEach(() => {
  pass(10_000);
  jest.useRealTimers();
});

test('each close button names the notice that it closes', () => {
  act(() => notify(SAVED));
  act(() => notify(FAILED));
  for (const { text } of [SAVED, FAILED]) {
    expect(screen.getByRole('button', { name: 'Close this notice', description: text })).toBeTruthy();
  }
});

test('a notice hides after 3 seconds [T261]', () => {
  act(() => notify(SAVED));
  pass(2999);
  expect(screen.getByText(SAVED.text)).toBeTruthy();
  pass(1);
  expect(screen.queryByText(SAVED.text)).toBeNull();
});

test('the line at the foot of a notice takes as long as the notice stays', () => {
  act(() => notify(SAVED));
  const notice = screen.getByText(SAVED.text).closest<HTMLElement>('.notice');
  expect(notice?.style.getPropertyValue('--notice-time')).toBe('3000ms');
});

test('a notice stays while the pointer is over it, and then for the rest of its time', () => {
  act(() => notify(SAVED));
  pass(2000);
  fireEvent.pointerEnter(screen.getByText(SAVED.text));
  pass(60_000);
  expect(screen.getByText(SAVED.text)).toBeTruthy();
  fireEvent.pointerLeave(screen.getByText(SAVED.text));
  pass(999);
  expect(screen.getByText(SAVED.text)).toBeTruthy();
  pass(1);
  expect(screen.queryByText(SAVED.text)).toBeNull();
});

test('a notice stays while the focus is in it', () => {
  act(() => notify(FAILED));
  const close = screen.getByRole('button', { name: 'Close this notice' });
  act(() => close.focus());
  pass(60_000);
  expect(screen.getByText(FAILED.text)).toBeTruthy();
  act(() => close.blur());
  pass(3000);
  expect(screen.queryByText(FAILED.text)).toBeNull();
});

test('F8 leads to the newest notice, which then stays; Escape closes it and leads back', () => {
  render(<button type="button">Save</button>);
  const save = screen.getByRole('button', { name: 'Save' });
  act(() => save.focus());
  fireEvent.keyDown(save, { key: 'F8' });
  expect(document.activeElement).toBe(save);
  act(() => notify(FAILED));
  act(() => notify(SAVED));
  fireEvent.keyDown(save, { key: 'F8' });
  const close = screen.getByRole('button', { name: 'Close this notice', description: SAVED.text });
  expect(document.activeElement).toBe(close);
  pass(60_000);
  expect(screen.queryByText(FAILED.text)).toBeNull();
  fireEvent.keyDown(close, { key: 'Escape' });
  expect(screen.queryByText(SAVED.text)).toBeNull();
  expect(document.activeElement).toBe(save);
});

test('a notice with the same text replaces the earlier one and starts the time again', () => {
  act(() => notify(SAVED));
  pass(2000);
  act(() => notify(SAVED));
  pass(2000);
  expect(screen.getAllByText(SAVED.text)).toHaveLength(1);
  pass(1000);
  expect(screen.queryByText(SAVED.text)).toBeNull();
});
