/**
 * @jest-environment jsdom
 * @jest-environment-options {"url": "https://portal.example.com/settings"}
 */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { CrashDetails } from '@portal/contract/report';
import { crashDetails } from '@portal/federation/runtime';
import { startTestSession } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import { openPortal, testRemote } from './testing/open-portal.tsx';
import { watchUncaughtErrors } from './uncaught-errors.ts';

const REMOTES = [testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => <h1>Hello</h1> }])];
const PLACE = 'settings.0123456789abcdef.js:1:1';

/** An error as it comes from the code of a part. */
function errorIn(part: string, error = new Error('A bug')): Error {
  error.stack = `Error: A bug\n    at press (https://portal.example.com/assets/${part}/${PLACE})`;
  return error;
}

/**
 * Dispatches an event as a browser does for an error that nothing caught. @returns whether the browser would report it.
 */
function dispatch(event: Event): boolean {
  let isReported = true;
  act(() => {
    isReported = window.dispatchEvent(event);
  });
  return isReported;
}

const throwUncaught = (error: unknown) => dispatch(new ErrorEvent('error', { error, cancelable: true }));
const rejectUncaught = (reason: unknown) =>
  dispatch(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }));

function hasActed(isActive: boolean): void {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive } });
}

/** What was counted of the shell, and for remotes. */
const shellCrashes: CrashDetails[] = [];
const remoteCrashes: unknown[] = [];

const loader = {
  reportCrash: (name: string, crash: object) => {
    if (name !== 'mfe-hubs') return false;
    remoteCrashes.push(crash);
    return true;
  },
};
// Once, as at the start of a page: nobody removes these listeners.
watchUncaughtErrors(loader, (error, at) => shellCrashes.push(crashDetails(error, at)));

beforeEach(() => {
  shellCrashes.length = 0;
  remoteCrashes.length = 0;
  jest.spyOn(console, 'error').mockReturnValue();
});

describe('before anything is rendered, an error that nothing caught', () => {
  const details = { message: 'Error: A bug', position: PLACE };

  test.each([
    ['thrown', throwUncaught],
    ['in a promise', rejectUncaught],
  ])('counts for the part whose code it is, %s', (_, fail) => {
    hasActed(false);
    fail(errorIn('shell'));
    expect(shellCrashes).toEqual([details]);
    expect(remoteCrashes).toEqual([]);
    fail(errorIn('mfe-hubs'));
    expect(remoteCrashes).toEqual([details]);
    expect(shellCrashes).toHaveLength(1);
  });

  test.each<[string, Event]>([
    [
      'a request that the page cancelled',
      new ErrorEvent('error', {
        error: errorIn('mfe-hubs', Object.assign(new Error('A bug'), { name: 'AbortError' })),
      }),
    ],
    [
      'a loop of a ResizeObserver',
      new ErrorEvent('error', {
        message: 'ResizeObserver loop completed',
        filename: 'https://portal.example.com/settings',
      }),
    ],
    ['a script of another origin', new ErrorEvent('error', { message: 'Script error.' })],
    ['an extension', new ErrorEvent('error', { error: new Error('Another bug') })],
  ])('counts for nobody if it is of %s', (_, event) => {
    dispatch(event);
    expect([shellCrashes, remoteCrashes]).toEqual([[], []]);
  });
});

test('an error that an extension threw counts apart, and stays the browser’s', () => {
  const error = new Error('Another bug');
  error.stack = 'Error: Another bug\n    at fill (chrome-extension://abcdefghijklmnop/content.js:5:6)';
  expect(throwUncaught(error)).toBe(true);
  expect([shellCrashes, remoteCrashes]).toEqual([[{ causedBy: 'extension' }], []]);
});

describe('an error that nothing caught', () => {
  beforeEach(async () => {
    startTestApi({});
    await startTestSession();
    await openPortal('/settings', REMOTES);
    await screen.findByRole('heading', { name: 'Hello' });
  });

  test('in a remote, without a person who acted, tells nobody', () => {
    hasActed(false);
    expect(throwUncaught(errorIn('mfe-hubs'))).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['of the shell', errorIn('shell')],
    ['of a remote that is not loaded', errorIn('mfe-unknown')],
    ['of an extension', new Error('Another bug')],
    ['that is none', 'no error at all'],
  ])('%s stays the browser’s', (_, error) => {
    hasActed(true);
    expect(throwUncaught(error)).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  // Last, because the notice stays for three seconds.
  test.each([
    ['thrown', throwUncaught],
    ['in a promise', rejectUncaught],
  ])('in a remote, %s, tells people who have just acted, and the page stays', async (_, fail) => {
    hasActed(true);
    expect(fail(errorIn('mfe-hubs'))).toBe(false);
    expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Hello' })).toBeTruthy();
  });
});
