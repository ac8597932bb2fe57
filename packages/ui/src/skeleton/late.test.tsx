/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Late } from './late.tsx';
import { TableSkeleton } from './table-skeleton.tsx';

afterEach(() => document.body.replaceChildren());

test('a skeleton waits 300 ms before it shows', () => {
  render(<Late>Loading your hubs…</Late>);
  expect(screen.getByText('Loading your hubs…').className).toBe('late');
});

test('a skeleton that follows another one shows at once, so that nothing blinks', () => {
  render(<TableSkeleton />);
  render(<Late>Loading your hubs…</Late>);
  expect(screen.getByText('Loading your hubs…').className).toBe('');
});
