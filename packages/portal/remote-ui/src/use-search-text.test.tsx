/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SearchField } from '@portal/ui';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { startTransition, Suspense, use, useState } from 'react';
import { useSearchText } from './use-search-text.ts';

/** A page whose address changes when the test says so: on a slow device that takes longer than the next letters. */
function Field({ address, write }: { readonly address: string; readonly write: (search: string) => void }) {
  const [text, change] = useSearchText(address, write);
  return <SearchField label="Find a hub" placeholder="" value={text} onChange={change} />;
}

const write = jest.fn<(search: string) => void>();
const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pause = () => act(() => jest.advanceTimersByTime(300));

beforeEach(() => {
  jest.useFakeTimers();
  write.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
});

function showField() {
  const { rerender } = render(<Field address="" write={write} />);
  return (address: string) => rerender(<Field address={address} write={write} />);
}

test('what was typed stays while the address follows late', () => {
  const arrive = showField();
  type('n');
  pause();
  type('no s');
  pause();
  expect(write.mock.calls).toEqual([['n'], ['no s']]);
  type('no such');
  arrive('n');
  expect(field().value).toBe('no such');
  arrive('no s');
  expect(field().value).toBe('no such');
  pause();
  expect(write).toHaveBeenLastCalledWith('no such');
  arrive('no such');
  expect(field().value).toBe('no such');
});

test('the last text is written, also if the address has not yet left it', () => {
  const arrive = showField();
  type('no');
  pause();
  arrive('no');
  type('not');
  pause();
  type('no');
  pause();
  expect(write.mock.calls).toEqual([['no'], ['not'], ['no']]);
});

test.each(['x'.repeat(61), 'a\u200bb', 'owner@example.com'])('the address does not keep %j', (text) => {
  const arrive = showField();
  type('no');
  pause();
  arrive('no');
  type(text);
  pause();
  expect(write.mock.calls).toEqual([['no'], ['']]);
  expect(field().value).toBe(text);
});

test('an address of back, forward or a link replaces what was typed', () => {
  const arrive = showField();
  type('no');
  pause();
  arrive('no');
  type('not');
  arrive('hub');
  expect(field().value).toBe('hub');
  pause();
  expect(write.mock.calls).toEqual([['no']]);
});

test('what was typed stays while the page of the new address is being made', () => {
  const never = new Promise<never>(() => {});
  const Rows = ({ address }: { readonly address: string }) => <p>{address === '' ? 'All hubs' : use(never)}</p>;
  function Page() {
    const [address, setAddress] = useState('');
    // As the router does it: what the user sees stays until all of the next page is there.
    const navigate = (search: string) => startTransition(() => setAddress(search));
    return (
      <Suspense>
        <Field address={address} write={navigate} />
        <Rows address={address} />
      </Suspense>
    );
  }
  render(<Page />);
  type('n');
  pause();
  type('no');
  expect(field().value).toBe('no');
  type('no s');
  expect(field().value).toBe('no s');
  expect(screen.getByText('All hubs')).toBeTruthy();
});
