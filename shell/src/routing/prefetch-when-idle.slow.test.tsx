/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FakeRequest } from '@portal/api/testing';
import { startTestApi } from '@portal/api/testing';
import { startTestSession } from '@portal/session/testing';
import { fireEvent, screen } from '@testing-library/react';
import { openPortal, testRemote } from '../testing/open-portal.tsx';
import { followIntent, prefetchWhenIdle } from './prefetch-when-idle.ts';

const HUBS = testRemote('mfe-hubs', [
  { path: '/settings', Page: () => () => <h1>Hello</h1>, header: true, reads: ['hubs'] },
]);
const ACCOUNT = testRemote('mfe-account', [
  { path: '/account', Page: () => () => <h1>Profile</h1>, header: true },
  { path: '/account/delete', Page: () => () => <h1>Delete</h1> },
]);

let calls: readonly FakeRequest[] = [];
const stops: (() => void)[] = [];
const preload = jest.fn<(owner: string, page: string) => Promise<boolean>>();

async function open(path: string) {
  const { portal, ...rest } = await openPortal(path, [], 'en', {}, { further: [HUBS, ACCOUNT] });
  const prepared = { ...portal, preload };
  const loads = jest.spyOn(portal.pages, 'load');
  const asked = jest.spyOn(portal.parts, 'find');
  const expects = jest.spyOn(portal.openTab, 'expectNavigation');
  return { ...rest, prepared, asked, expects, loads };
}

/** `followIntent` for this test alone. */
function follow(portal: Parameters<typeof followIntent>[0]): void {
  const listened = jest.spyOn(document, 'addEventListener');
  followIntent(portal);
  for (const [type, listener] of listened.mock.calls) stops.push(() => document.removeEventListener(type, listener));
  listened.mockRestore();
}

/** What a browser tells of its line. */
function line(connection?: { readonly saveData?: boolean; readonly effectiveType?: string }): void {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}

const hubs = () => screen.getAllByRole('link', { name: 'Title of /settings' })[0] ?? document.body;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  preload.mockReset().mockResolvedValue(true);
  line();
  calls = startTestApi({ 'GET hubs': { body: { data: [] } } });
  await startTestSession();
  window.history.replaceState(null, '', '/forbidden');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  jest.useRealTimers();
});

describe('a link that somebody points at', () => {
  type Opened = Awaited<ReturnType<typeof open>>;
  async function point(
    how: 'pointerOver' | 'touchStart' | 'focusIn',
    ms = 50,
    arrange: (opened: Opened) => unknown = () => undefined,
  ) {
    const opened = await open('/forbidden');
    await arrange(opened);
    jest.useFakeTimers();
    follow(opened.prepared);
    fireEvent[how](hubs());
    await jest.advanceTimersByTimeAsync(ms);
    return opened;
  }

  test.each(['pointerOver', 'touchStart', 'focusIn'] as const)(
    'has its page loaded and its data fetched after 50 ms (%s)',
    async (how) => {
      const { expects, prepared } = await point(how);
      expect(preload.mock.calls).toEqual([['mfe-hubs', 'page-settings']]);
      expect(prepared.pages.peek('mfe-hubs', 'page-settings')).toBeDefined();
      expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET hubs']);
      expect(expects).toHaveBeenCalledTimes(1);
    },
  );

  test.each([true, false])('is marked while the tab would leave for a newer release (%s)', async (leaves) => {
    await point('pointerOver', 50, ({ expects }) => expects.mockResolvedValue(leaves));
    const link = hubs();
    expect(link.hasAttribute('data-leaving')).toBe(leaves);
    // A press gives the focus to it.
    fireEvent.focusIn(link);
    expect(link.hasAttribute('data-leaving')).toBe(leaves);
    fireEvent.pointerOut(link, { relatedTarget: document.body });
    expect(link.hasAttribute('data-leaving')).toBe(false);
  });

  test('has its page not started if its files have not come', async () => {
    const { loads } = await point('pointerOver', 50, () => preload.mockResolvedValue(false));
    expect(calls).toHaveLength(1);
    expect(loads).not.toHaveBeenCalled();
  });

  test('has its page not started if the remote is the one on the screen, whose styles a failure would take away', async () => {
    window.history.replaceState(null, '', '/account');
    const { prepared, loads } = await open('/account');
    await screen.findByRole('heading', { name: 'Profile' });
    loads.mockClear();
    jest.useFakeTimers();
    follow(prepared);
    const link = Object.assign(document.createElement('a'), { href: '/account/delete' });
    document.body.append(link);
    fireEvent.pointerOver(link);
    await jest.advanceTimersByTimeAsync(50);
    expect(preload.mock.calls).toEqual([['mfe-account', 'page-account-delete']]);
    expect(loads).not.toHaveBeenCalled();
  });

  test('has nothing fetched in passing', async () => {
    const { asked } = await point('pointerOver', 40);
    fireEvent.pointerOut(hubs());
    await jest.advanceTimersByTimeAsync(100);
    expect([asked.mock.calls, calls]).toEqual([[], []]);
  });

  test('has its page not started, and no data fetched, for a visitor who may not enter', async () => {
    const { prepared, loads } = await open('/forbidden');
    await startTestSession(null);
    loads.mockClear();
    jest.useFakeTimers();
    follow(prepared);
    const link = Object.assign(document.createElement('a'), { href: '/settings' });
    document.body.append(link);
    fireEvent.pointerOver(link);
    await jest.advanceTimersByTimeAsync(50);
    expect(preload.mock.calls).toEqual([['mfe-hubs', 'page-settings']]);
    expect([loads.mock.calls, calls]).toEqual([[], []]);
  });

  test.each([
    ['to the page itself', '/forbidden', {}],
    ['out of the portal', 'https://www.example.com/settings', {}],
    ['to a download', '/settings', { download: '' }],
    ['to a new tab', '/settings', { target: '_blank' }],
  ])('has nothing fetched if it leads %s', async (_, href, attributes) => {
    const { prepared, asked } = await open('/forbidden');
    jest.useFakeTimers();
    follow(prepared);
    const link = Object.assign(document.createElement('a'), { href, ...attributes });
    if ('download' in attributes) link.setAttribute('download', '');
    document.body.append(link);
    fireEvent.pointerOver(link);
    await jest.advanceTimersByTimeAsync(50);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('an idle browser', () => {
  async function idle() {
    const opened = await open('/forbidden');
    const lists = jest.spyOn(opened.prepared.parts, 'getScripts');
    jest.useFakeTimers();
    prefetchWhenIdle(opened.prepared);
    await jest.advanceTimersByTimeAsync(1000);
    return { ...opened, lists };
  }

  test('fetches the pages that the header leads to, but starts none, and the hashes of the page’s own parts', async () => {
    const { lists, loads } = await idle();
    expect(loads).not.toHaveBeenCalled();
    expect(preload.mock.calls).toEqual([
      ['mfe-hubs', 'page-settings'],
      ['mfe-account', 'page-account'],
      ['mfe-account', 'page-account'],
    ]);
    expect(lists.mock.calls).toEqual([['shell']]);
    expect(calls).toEqual([]);
  });

  test('only asks what the header leads to on a slow line', async () => {
    line({ effectiveType: '3g' });
    const { asked } = await idle();
    expect(asked.mock.calls.map(([path]) => path)).toEqual(['/settings', '/account', '/account']);
    expect(preload).not.toHaveBeenCalled();
  });

  test('fetches no page, only the hashes, before the visitor has signed in', async () => {
    await startTestSession(null);
    const { lists } = await idle();
    expect(lists.mock.calls).toEqual([['shell']]);
    expect(preload).not.toHaveBeenCalled();
  });

  test('fetches nothing for one who saves data', async () => {
    line({ saveData: true });
    const { asked, lists } = await idle();
    expect([asked.mock.calls, lists.mock.calls]).toEqual([[], []]);
  });
});
