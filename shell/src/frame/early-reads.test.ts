/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { testPortal, testRemote } from '../testing/open-portal.tsx';

const asked = jest.fn<typeof fetch>();

beforeEach(async () => {
  jest.resetModules();
  asked.mockReset().mockImplementation(() => new Promise(() => undefined));
  Object.assign(globalThis, { fetch: asked });
  Object.assign(navigator, { sendBeacon: () => true });
  document.cookie = 'access_token=access-1; Path=/';
  document.body.innerHTML = '<div id="portal"><main>Skeleton</main></div><script type="application/json"></script>';
  const data = document.querySelector('script');
  data?.setAttribute('id', 'portal-page');
  data?.append(JSON.stringify(testPortal().page));
  await import('./early-reads.ts');
});
afterEach(() => {
  delete window.__earlyReads;
  delete window.__earlyToken;
});

test('early reads have the same time limit as ordinary reads, and record their token', () => {
  expect(Object.keys(window.__earlyReads ?? {})).toEqual(['account/']);
  expect(asked.mock.calls.map(([, init]) => init?.signal instanceof AbortSignal)).toEqual([true]);
  expect(window.__earlyToken).toBe('access-1');
});

test('early reads send the token to the API only: they follow no redirect and send no cookie', () => {
  expect(asked).toHaveBeenCalledWith('https://api.example.com/v1/account/', {
    headers: { accept: 'application/json', authorization: 'Bearer access-1' },
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-cache',
    signal: expect.any(AbortSignal),
  });
});

test('the declared reads of the page go to the API as well, and to nobody else', async () => {
  jest.resetModules();
  asked.mockClear();
  const reads = ['hubs', 'service-description/url'];
  window.history.replaceState(null, '', '/settings');
  const remote = testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => null, reads }]);
  document.querySelector('script')?.replaceChildren(JSON.stringify(testPortal([remote]).page));
  await import('./early-reads.ts');
  const paths = ['account/', ...reads];
  expect(asked.mock.calls.map(([address]) => address)).toEqual(
    paths.map((path) => `https://api.example.com/v1/${path}`),
  );
  expect(Object.keys(window.__earlyReads ?? {})).toEqual(paths);
});

test('a page that is prepared reads nothing, and has no time limit, until it is shown', async () => {
  jest.resetModules();
  asked.mockClear();
  delete window.__earlyReads;
  const limits = jest.spyOn(globalThis, 'setTimeout');
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  await import('./early-reads.ts');
  expect([asked.mock.calls.length, limits.mock.calls.length, window.__earlyReads]).toEqual([0, 0, undefined]);
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(Object.keys(window.__earlyReads ?? {})).toEqual(['account/']);
  expect(limits).toHaveBeenCalled();
  limits.mockRestore();
});

describe('the next visit', () => {
  /** The mode of the read of a visit after one that was answered with this header. */
  async function modeAfter(cacheControl: string | null) {
    Object.assign(globalThis, { Response: Object });
    const answer = { status: 200, headers: { get: () => cacheControl }, text: () => Promise.resolve('{}') };
    asked.mockReset().mockResolvedValue(answer as unknown as Response);
    for (const visit of ['first', 'second']) {
      jest.resetModules();
      await import('./early-reads.ts');
      await window.__earlyReads?.['account/'];
      expect(window.__earlyTexts).toEqual({ 'account/': '{}' });
      if (visit === 'second') return asked.mock.lastCall?.[1]?.cache;
    }
    return undefined;
  }

  test('spares the preflight where the API forbids browsers to keep its answers', async () => {
    expect(await modeAfter('private, no-store')).toBe('default');
  });

  test.each([['no-cache'], ['max-age=60'], [null]])('asks anew after an answer with %s', async (header) => {
    await modeAfter('no-store');
    expect(await modeAfter(header)).toBe('no-cache');
  });

  test('asks anew where the browser has no storage', async () => {
    for (const method of ['getItem', 'setItem'] as const)
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('', 'SecurityError');
      });
    expect(await modeAfter('no-store')).toBe('no-cache');
    jest.restoreAllMocks();
  });
});

test('an answer that is no success is left to the API client', async () => {
  const refused = { status: 401 } as Response;
  asked.mockResolvedValue(refused);
  jest.resetModules();
  await import('./early-reads.ts');
  expect(await window.__earlyReads?.['account/']).toBe(refused);
  expect(window.__earlyTexts).toEqual({});
});

test('a shell that has not started after ten seconds is reported to the visitor', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  jest.useFakeTimers();
  Object.assign(performance, { getEntriesByName: () => [] });
  jest.resetModules();
  await import('./early-reads.ts');
  jest.advanceTimersByTime(9999);
  expect(screen.queryByRole('heading', { name: 'The portal did not start' })).toBeNull();
  jest.advanceTimersByTime(1);
  jest.useRealTimers();
  expect(screen.getByRole('heading', { name: 'The portal did not start' })).toBeTruthy();
});

test('an entry script that fails to load is reported to the visitor, if new copies of the files do not come', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  asked.mockRejectedValue(new TypeError('offline'));
  jest.useFakeTimers();
  const entry = document.createElement('script');
  entry.type = 'text/plain'; // jsdom is not to fetch it
  document.head.append(entry);
  entry.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(0);
  jest.useRealTimers();
  expect(screen.getByRole('heading', { name: 'The portal did not start' })).toBeTruthy();
});

describe('on a page with a CDN', () => {
  const ENTRY = 'https://cdn.example.net/assets/shell/entry.0123456789abcdef.js';
  const entryHasCome = jest.fn<Performance['getEntriesByName']>();
  const message = () => screen.queryByRole('heading', { name: 'The portal did not start' });
  /** Whether the page asks the portal if it can be loaded again without the CDN. */
  const asksPortal = () => asked.mock.calls.some(([address]) => address === '/release.json');

  beforeEach(async () => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockReturnValue();
    jest.resetModules();
    Object.assign(performance, { getEntriesByName: entryHasCome.mockReset().mockReturnValue([]) });
    document.head.innerHTML = `<script type="module" src="${ENTRY}"></script>`;
    await import('./early-reads.ts');
  });
  afterEach(() => {
    jest.useRealTimers();
    document.head.innerHTML = '';
  });

  test('an entry script that fails shows no failure: the page is loaded again without the CDN', async () => {
    document.querySelector('script')?.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(0);
    expect(asksPortal()).toBe(true);
    expect(message()).toBeNull();
  });

  test('so does one that has not come after five seconds', async () => {
    await jest.advanceTimersByTimeAsync(4999);
    expect(asksPortal()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(asksPortal()).toBe(true);
    expect(message()).toBeNull();
  });

  test('a shell whose entry has come may need ten seconds', async () => {
    entryHasCome.mockImplementation((name) => (name === ENTRY ? [{} as PerformanceEntry] : []));
    await jest.advanceTimersByTimeAsync(9999);
    expect(asksPortal()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(asksPortal()).toBe(true);
  });

  test('the failure is shown if the portal does not answer, either', async () => {
    asked.mockRejectedValue(new TypeError('offline'));
    document.querySelector('script')?.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(0);
    expect(message()).not.toBeNull();
  });
});

test.each(['{"release":{"number":1,', '{"release":{"number":"seven","remotes":[]},"config":null}'])(
  'damaged data in the page starts no read, and leaves the message to the shell: %s',
  async (damaged) => {
    jest.resetModules();
    asked.mockClear();
    document.querySelector('script')?.replaceChildren(damaged);
    await expect(import('./early-reads.ts')).resolves.toBeDefined();
    expect(asked).not.toHaveBeenCalled();
  },
);
