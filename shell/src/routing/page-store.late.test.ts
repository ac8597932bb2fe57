/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { LoadedRemote, RemoteLoader } from '@portal/federation/runtime';
import { RemoteError } from '@portal/federation/runtime';
import { startTestI18n } from '@portal/i18n/testing';
import { createPageStore } from './page-store.ts';

const Page = () => null;

function remoteWith(load: () => Promise<{ readonly Page: typeof Page }>): LoadedRemote {
  const pages = { settings: load };
  return { name: 'mfe-hubs', module: { name: 'mfe-hubs', version: '1.0.0', pages, loadMessages: async () => ({}) } };
}

function loaderOf(remote: LoadedRemote, changes: Partial<RemoteLoader> = {}): RemoteLoader {
  return {
    load: async () => remote,
    loaded: () => [remote],
    within: async (_, fetchPart) => await fetchPart(),
    dismiss: () => false,
    reportCrash: () => false,
    ...changes,
  };
}

beforeEach(async () => {
  await startTestI18n({});
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('entry, retry, fallback and page share ten seconds; a page that comes later is kept, and announced', async () => {
  const remote = remoteWith(async () => ({ Page }));
  const slow = Promise.withResolvers<LoadedRemote>();
  const pages = createPageStore(loaderOf(remote, { load: () => slow.promise }), {});
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

test('a page of a remote that was given up is taken when its chunk comes', async () => {
  const chunk = Promise.withResolvers<{ readonly Page: typeof Page }>();
  const failure = new RemoteError('timed-out', 'mfe-hubs', '1.0.0', 'no answer', { late: chunk.promise });
  let calls = 0;
  const within: RemoteLoader['within'] = async (_, fetchPart) => {
    calls += 1;
    if (calls === 1) throw failure;
    return await fetchPart();
  };
  const pages = createPageStore(
    loaderOf(
      remoteWith(() => chunk.promise),
      { within },
    ),
    {},
  );
  await expect(pages.load('mfe-hubs', 'settings')).rejects.toBe(failure);
  expect(pages.isStuck('mfe-hubs', 'settings')).toBe(true);
  const late = pages.late('mfe-hubs', 'settings');
  chunk.resolve({ Page });
  expect(await late).toBe(Page);
  expect(pages.peek('mfe-hubs', 'settings')).toBe(Page);
});

test('a page of the shell that hangs needs a new page, and is taken when it comes', async () => {
  const chunk = Promise.withResolvers<{ readonly Page: typeof Page }>();
  const pages = createPageStore(loaderOf(remoteWith(() => chunk.promise)), { info: { load: () => chunk.promise } });
  const failure = pages.load('shell', 'info').catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(5000);
  expect(String(await failure)).toContain('no answer within 5000 ms');
  expect(pages.isStuck('shell', 'info')).toBe(true);
  const late = pages.late('shell', 'info');
  chunk.resolve({ Page });
  expect(await late).toBe(Page);
});
