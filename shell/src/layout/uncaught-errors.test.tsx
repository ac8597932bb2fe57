/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import { startTestSession } from '@portal/session/testing';
import { act, screen } from '@testing-library/react';
import { openPortal, testRemote } from '../testing/open-portal.tsx';

const REMOTES = [testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => <h1>Hello</h1> }])];

/** An error as it comes from the code of a part. */
function errorIn(part: string): Error {
  const error = new Error('A bug');
  error.stack = `Error: A bug\n    at press (https://portal.example.com/assets/${part}/settings.0123456789abcdef.js:1:1)`;
  return error;
}

/** Dispatches an event as a browser does for an error that nothing caught. @returns whether the browser would report it. */
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

describe('an error that nothing caught', () => {
  beforeEach(async () => {
    startTestApi({});
    await startTestSession();
    await openPortal('/settings', REMOTES);
    await screen.findByRole('heading', { name: 'Hello' });
    jest.spyOn(console, 'error').mockReturnValue();
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
