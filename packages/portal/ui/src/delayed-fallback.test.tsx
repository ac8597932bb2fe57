/** @jest-environment jsdom */
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { DelayedFallback, SPINNER_DELAY_MS } from './delayed-fallback.tsx';
import { TableSkeleton } from './skeleton.tsx';

afterEach(() => document.body.replaceChildren());

test('a skeleton waits 300 ms before it shows', () => {
  render(<DelayedFallback>Loading your hubs…</DelayedFallback>);
  expect(screen.getByText('Loading your hubs…').className).toBe('late');
});

test('style sheets and code delay the sign of a wait by the same 300 ms', () => {
  expect(SPINNER_DELAY_MS).toBe(300);
  const style = (file: string) => readFileSync(`packages/portal/ui/src/styles/${file}.css`, 'utf8');
  expect(style('tokens').match(/--spinner-delay:.*/g)).toEqual([`--spinner-delay: ${SPINNER_DELAY_MS}ms;`]);
  const delays = ['buttons', 'waiting'].flatMap((file) => style(file).match(/\blate 1ms \S+/g) ?? []);
  expect(delays).toEqual(Array(3).fill('late 1ms var(--spinner-delay)'));
});

test('a skeleton that follows another one shows at once, to avoid flicker', () => {
  render(<TableSkeleton />);
  render(<DelayedFallback>Loading your hubs…</DelayedFallback>);
  expect(screen.getByText('Loading your hubs…').className).toBe('');
});
