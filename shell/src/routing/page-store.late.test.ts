/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { LoadedRemote, RemoteLoader } from '@portal/federation/runtime';
import { startTestI18n } from '@portal/i18n/testing';
import { createPageStore } from './page-store.ts';

beforeEach(async () => {
  await startTestI18n({});
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('entry, retry, fallback and page share ten seconds; a page that comes later is kept, and announced', async () => {
  const Page = () => null;
  const remote: LoadedRemote = {
    name: 'mfe-hubs',
    module: {
      name: 'mfe-hubs',
      version: '1.0.0',
      pages: { settings: async () => ({ Page }) },
      loadMessages: async () => ({}),
    },
  };
  const slow = Promise.withResolvers<LoadedRemote>();
  const loader: RemoteLoader = {
    load: () => slow.promise,
    loaded: () => [remote],
    within: async (_, fetchPart) => await fetchPart(),
    dismiss: () => false,
    reportCrash: () => false,
  };
  const pages = createPageStore(loader, {});
  const failure = pages.load('mfe-hubs', 'settings').catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(String(await failure)).toContain('not ready after 10000 ms');
  expect([pages.hasFailed('mfe-hubs', 'settings'), pages.isStuck('mfe-hubs', 'settings')]).toEqual([true, true]);
  const late = pages.late('mfe-hubs', 'settings');
  slow.resolve(remote);
  expect(await late).toBe(Page);
  await jest.advanceTimersByTimeAsync(0);
  expect(pages.isStuck('mfe-hubs', 'settings')).toBe(false);
  expect(pages.peek('mfe-hubs', 'settings')).toBe(Page);
  expect(await pages.load('mfe-hubs', 'settings')).toBe(Page);
});
