/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { useLoad } from './use-load.ts';

type Load = (signal: AbortSignal) => Promise<string>;

function Words({ load, ...options }: NonNullable<Parameters<typeof useLoad>[1]> & { readonly load: Load }) {
  const [state, retry] = useLoad(load, options);
  const words = {
    loading: () => (state.status === 'loading' && state.again ? 'loading again' : 'loading'),
    loaded: () => (state.status === 'loaded' ? state.value : ''),
    failed: () => (state.status === 'failed' ? `failed: ${String(state.error)}` : ''),
  };
  return <button onClick={retry}>{words[state.status]()}</button>;
}

/** Each call of `load` waits until the test answers it. */
function heldCalls() {
  const calls: (PromiseWithResolvers<string> & { readonly signal: AbortSignal })[] = [];
  const load: Load = (signal) => {
    const call = { ...Promise.withResolvers<string>(), signal };
    calls.push(call);
    return call.promise;
  };
  const at = (index: number) => {
    const call = calls[index];
    if (!call) throw new Error(`There was no call ${index}`);
    return call;
  };
  const resolve = async (index: number, value: string) => await act(async () => at(index).resolve(value));
  const reject = async (index: number, reason: string) => await act(async () => at(index).reject(reason));
  return { load, calls, resolve, reject, aborted: () => calls.map(({ signal }) => signal.aborted) };
}

const shown = () => screen.getByRole('button').textContent;
const retry = () => act(() => screen.getByRole('button').click());

beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue();
});
afterEach(cleanup);

test('a failure is reported once, and can be retried', async () => {
  const { load, calls, resolve, reject } = heldCalls();
  const onFailure = jest.fn();
  render(<Words load={load} onFailure={onFailure} />);
  await reject(0, 'no network');
  expect(shown()).toBe('failed: no network');
  expect(onFailure.mock.calls).toEqual([['no network']]);
  retry();
  retry();
  expect([shown(), calls.length]).toEqual(['loading again', 2]);
  await resolve(1, 'words');
  expect([shown(), onFailure.mock.calls.length]).toEqual(['words', 1]);
});

test('a new load replaces the first one at once, whose late answer changes nothing', async () => {
  const first = heldCalls();
  const second = heldCalls();
  const { rerender } = render(<Words load={first.load} />);
  rerender(<Words load={second.load} />);
  expect(first.aborted()).toEqual([true]);
  await second.resolve(0, 'second');
  await first.resolve(0, 'first');
  expect(shown()).toBe('second');
});

test('nothing loads before it is enabled, and nothing loads twice', async () => {
  const { load, calls, resolve } = heldCalls();
  const { rerender } = render(<Words load={load} enabled={false} />);
  expect([shown(), calls.length]).toEqual(['loading', 0]);
  rerender(<Words load={load} enabled />);
  await resolve(0, 'words');
  rerender(<Words load={load} enabled={false} />);
  rerender(<Words load={load} enabled />);
  expect([shown(), calls.length]).toEqual(['words', 1]);
});

test('leaving the page aborts the load, and reports nothing', async () => {
  const { load, aborted, reject } = heldCalls();
  const onFailure = jest.fn();
  render(<Words load={load} onFailure={onFailure} />).unmount();
  await reject(0, 'aborted');
  expect([aborted(), onFailure.mock.calls]).toEqual([[true], []]);
});

test('an effect that runs twice, as in development, shows the result of the second run', async () => {
  const { load, aborted, resolve } = heldCalls();
  render(
    <StrictMode>
      <Words load={load} />
    </StrictMode>,
  );
  expect(aborted()).toEqual([true, false]);
  await resolve(0, 'first');
  expect(shown()).toBe('loading');
  await resolve(1, 'second');
  expect(shown()).toBe('second');
});

test('a retry that would wait for the same again opens the page anew, unless there is no network', async () => {
  const hanging = Object.assign(new Error('hanging'), { needsReload: true });
  const load = jest.fn<Load>().mockRejectedValue(hanging);
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(async () => void render(<Words load={load} />));
  await act(async () => retry());
  expect([load.mock.calls.length, jest.mocked(console.error).mock.calls.length]).toEqual([2, 0]);
  online.mockRestore();
  await act(async () => retry());
  // The test's browser cannot open a page anew, and says so.
  expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ type: 'not implemented' }));
});

test('data that comes in the moment in which its time is over is loaded', async () => {
  const timedOut = Object.assign(new Error('late'), { late: Promise.resolve() });
  const load = jest.fn<Load>().mockRejectedValueOnce(timedOut).mockResolvedValue('words');
  await act(async () => void render(<Words load={load} />));
  expect([shown(), load.mock.calls.length]).toEqual(['words', 2]);
});

test('late data is loaded while the failure stands, and not after a retry', async () => {
  const late = Promise.withResolvers<void>();
  const timedOut = Object.assign(new Error('late'), { late: late.promise });
  const first = jest.fn<Load>().mockRejectedValueOnce(timedOut).mockResolvedValue('words');
  await act(async () => void render(<Words load={first} />));
  expect(shown()).toBe('failed: Error: late');
  await act(async () => late.resolve());
  expect([shown(), first.mock.calls.length]).toEqual(['words', 2]);

  cleanup();
  const later = Promise.withResolvers<void>();
  const { promise } = Promise.withResolvers<string>();
  const failing = Object.assign(new Error('late'), { late: later.promise });
  const second = jest.fn<Load>().mockRejectedValueOnce(failing).mockReturnValue(promise);
  await act(async () => void render(<Words load={second} />));
  retry();
  await act(async () => later.resolve());
  expect([shown(), second.mock.calls.length]).toEqual(['loading again', 2]);
});
