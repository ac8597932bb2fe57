/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { PAGE_DATA_ID } from '@portal/contract/page-elements';
import { screen } from '@testing-library/react';
import { testPortal } from './testing/open-portal.tsx';

const asked = jest.fn<typeof fetch>(async () => {
  await Promise.resolve();
  throw new TypeError('no network');
});
const { page } = testPortal();

beforeEach(() => {
  jest.useFakeTimers();
  jest.resetModules();
  jest.spyOn(console, 'error').mockReturnValue();
  Object.assign(globalThis, { fetch: asked });
  Object.assign(navigator, { sendBeacon: () => true });
  document.body.innerHTML = '<div id="portal"><main id="main">Skeleton</main></div>';
});
afterEach(() => {
  jest.useRealTimers();
});

async function expectFailedStart(): Promise<void> {
  await import('./boot.ts');
  await jest.advanceTimersByTimeAsync(0);
  expect(screen.getByRole('heading', { name: 'The portal did not start' })).toBeTruthy();
}

test('a failed start is reported to the visitor', async () => {
  await expectFailedStart(); // without data of the page
  expect(asked).not.toHaveBeenCalled();
});

test('a start that fails asks for a newer release at once, and goes on asking', async () => {
  jest.unstable_mockModule('./filled-fields.ts', () => ({
    readFilledFields() {
      throw new Error('a bad version');
    },
  }));
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = PAGE_DATA_ID;
  data.textContent = JSON.stringify(page);
  document.body.append(data);
  await expectFailedStart();
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/release.json']);
  await jest.advanceTimersByTimeAsync(8000);
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/release.json', '/release.json']);
});
