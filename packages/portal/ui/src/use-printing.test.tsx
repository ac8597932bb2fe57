/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { usePrinting } from './use-printing.ts';

function Page() {
  return usePrinting() ? 'Everything' : 'The first part';
}

// As in a browser, where nothing renders between the event and the picture.
beforeEach(() => {
  render(<Page />);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
afterEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

test('what is only printed is on the page as soon as the event is over, and leaves it afterwards', () => {
  window.dispatchEvent(new Event('beforeprint'));
  expect(screen.getByText('Everything')).toBeTruthy();
  window.dispatchEvent(new Event('afterprint'));
  expect(screen.getByText('The first part')).toBeTruthy();
});
