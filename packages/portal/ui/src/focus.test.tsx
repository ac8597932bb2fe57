/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useFocusAfterRetry } from './focus.ts';

type Status = 'failed' | 'retrying' | 'loaded';

function List({ status }: { readonly status: Status }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterRetry(heading, { retrying: status === 'retrying', ended: status === 'loaded' });
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Your hubs
      </h2>
      {status !== 'loaded' && <button>Try again</button>}
      <a href="/">UnknownRoute</a>
    </>
  );
}

const tryAgain = () => screen.getByRole('button');

function retry(): (status: Status) => void {
  const { rerender } = render(<List status="failed" />);
  act(() => tryAgain().focus());
  rerender(<List status="retrying" />);
  return (status) => rerender(<List status={status} />);
}

beforeEach(() => document.body.replaceChildren());

test('the focus stays where a user has moved it', () => {
  const end = retry();
  act(() => screen.getByRole('link').focus());
  end('loaded');
  expect(document.activeElement).toBe(screen.getByRole('link'));
});

test('the first load does not move the focus', () => {
  const { rerender } = render(<List status="failed" />);
  rerender(<List status="loaded" />);
  expect(document.activeElement).toBe(document.body);
});
