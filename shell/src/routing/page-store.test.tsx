/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTestApi } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import { assetUrl } from '@portal/contract/paths';
import type { Messages, RemoteModule } from '@portal/contract/remote-module';
import type { PartReport } from '@portal/contract/report';
import type { LoadedRemote, LoaderEnvironment, RemoteLoader } from '@portal/federation/runtime';
import { createRemoteLoader, DescriptorError, RemoteError } from '@portal/federation/runtime';
import { useTranslation } from '@portal/i18n';
import { startTestSession } from '@portal/session/testing';
import { PageHead, useLazyImport, useLoad } from '@portal/ui';
import { render, screen, waitFor } from '@testing-library/react';
import { useCallback } from 'react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createPortal, PortalProvider } from '../portal.ts';
import { startShellTexts, testPortal, testRemote } from '../testing/open-portal.tsx';
import { createPageStore } from './page-store.ts';
import { portalRoutes } from './router.tsx';
import { SHELL_PAGES } from './shell-pages.ts';

declare module '@portal/i18n' {
  interface Namespaces {
    /** A remote of this test. */
    'mfe-sample': { readonly title_other: string };
  }
}

const Never = () => null;
const HUBS = testRemote('mfe-sample', [
  { path: '/settings', Page: () => Never },
  { path: '/hub-release', Page: () => Never },
]);

/** The text of each version, with a count; the older version has one plural form, the newer one two. */
const TEXTS: Readonly<Record<string, Messages>> = {
  '1.1.0': { title_one: 'New: {{count}} hub', title_other: 'New: {{count}} hubs' },
  '1.0.0': { title_other: 'Old: {{count}} of your hubs' },
  '0.9.0': { title_other: 'Oldest: {{count}}' },
};

function Hubs() {
  const { t } = useTranslation('mfe-sample');
  return <PageHead title={t('title', { count: 1 })} />;
}
/** A page whose text is in a separate chunk, which fails to load. */
function Lacking() {
  const lazyImport = useLazyImport();
  const [{ status }] = useLoad(useCallback(() => lazyImport(() => Promise.reject(new Error('hash'))), [lazyImport]));
  return <PageHead title={`Words: ${status}`} />;
}
function Crashing(): never {
  throw new Error('This page crashes');
}

type Pages = Readonly<Record<string, () => Promise<{ readonly Page: ComponentType }>>>;

function createModule(version: string, pages: Pages): RemoteModule {
  const loadMessages = async (language: Language) => ({ ...TEXTS[version], language });
  return { name: 'mfe-sample', version, pages, loadMessages };
}

const WELL: Pages = { 'page-settings': async () => ({ Page: Hubs }), 'page-hub-release': async () => ({ Page: Hubs }) };

/**
 * A portal whose mfe-sample is 1.1.0 with these pages, and falls back to 1.0.0, then, if `oldest` is given, to 0.9.0.
 */
async function openWith(pages: Pages, path = '/settings', older = WELL, oldest?: Pages) {
  const given = testPortal([HUBS]);
  const remote = given.page.release.remotes['mfe-sample'];
  if (!remote) throw new Error('the test portal has no hubs');
  const fallback = {
    ...remote,
    version: '1.0.0',
    entry: 'entry.fedcba9876543210.js',
    fallback: undefined,
  };
  const second = { ...fallback, version: '0.9.0', entry: 'entry.0000000000000009.js' };
  const modules = new Map([
    [remote.entry, createModule('1.1.0', pages)],
    [fallback.entry, createModule('1.0.0', older)],
    [second.entry, createModule('0.9.0', oldest ?? {})],
  ]);
  const reports: PartReport[] = [];
  const environment: LoaderEnvironment = {
    fileUrl: assetUrl,
    hasIntegrity: async () => true,
    importModule: async (url) => ({
      init: () => undefined,
      get: async () => () => modules.get(url.slice(url.lastIndexOf('/') + 1)),
    }),
    addStyle: async () => undefined,
    dropStyle: () => undefined,
    shareScope: async () => ({}),
    diagnose: async () => 'tampered',
    crashDetails: () => ({}),
    report: (report) => reports.push(report),
  };
  const versions = { ...remote, version: '1.1.0', fallback: { ...fallback, fallback: oldest && second } };
  const loader = createRemoteLoader((name) => (name === 'mfe-sample' ? versions : undefined), environment);
  const portal = createPortal({ ...given, loader, shellPages: SHELL_PAGES, preload: async () => false });
  const router = createMemoryRouter(portalRoutes(portal), { initialEntries: [path] });
  render(
    <PortalProvider value={portal}>
      <RouterProvider router={router} />
    </PortalProvider>,
  );
  const failures = () => reports.flatMap((each) => ('failure' in each ? [`${each.version} ${each.failure}`] : []));
  return { portal, router, failures, version: () => loader.loaded()[0]?.module.version };
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  jest.spyOn(console, 'warn').mockReturnValue();
  startTestApi({});
  await startTestSession();
  await startShellTexts('en');
});

describe('when a version fails in use', () => {
  test.each<[string, Pages]>([
    ['whose page crashes while it is shown', { ...WELL, 'page-settings': async () => ({ Page: Crashing }) }],
    ['whose page does not load', { ...WELL, 'page-settings': () => Promise.reject(new Error('hash')) }],
    ['that has no such page', {}],
    ['that lacks what its page imports later', { ...WELL, 'page-settings': async () => ({ Page: Lacking }) }],
  ])('the fallback is shown, with its own texts: after one %s', async (_, pages) => {
    const { version } = await openWith(pages);
    // The older version has no singular: its text is used, not the newer version's singular.
    await title('Old: 1 of your hubs');
    expect(version()).toBe('1.0.0');
  });

  test('the second fallback is shown after a crash of both others', async () => {
    const crashing: Pages = { ...WELL, 'page-settings': async () => ({ Page: Crashing }) };
    const { version, failures } = await openWith(crashing, '/settings', crashing, WELL);
    await title('Oldest: 1');
    expect(version()).toBe('0.9.0');
    expect(failures()).toEqual(['1.1.0 crashed', '1.0.0 crashed']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('every page of the remote comes from the fallback from then on', async () => {
    const { router, version } = await openWith({ ...WELL, 'page-hub-release': async () => ({ Page: Crashing }) });
    await title('New: 1 hub');
    await router.navigate('/hub-release');
    await title('Old: 1 of your hubs');
    await router.navigate('/settings');
    await title('Old: 1 of your hubs');
    expect(version()).toBe('1.0.0');
  });

  describe('a page whose later import fails stays and reports it itself', () => {
    const LACKING: Pages = { 'page-settings': async () => ({ Page: Lacking }) };

    test('when there is no other version', async () => {
      const { version, failures } = await openWith(LACKING, '/settings', LACKING);
      await title('Words: failed');
      await waitFor(() => expect(version()).toBe('1.0.0'));
      await waitFor(() => expect(failures()).toEqual(['1.1.0 tampered', '1.0.0 tampered']));
      expect(screen.queryByRole('alert')).toBeNull();
    });

    test('when there is no network', async () => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      const { version, failures } = await openWith(LACKING);
      await title('Words: failed');
      expect([version(), failures()]).toEqual(['1.1.0', []]);
    });
  });

  test('the page error shows when both versions fail, with one attempt each', async () => {
    const load = jest.fn<() => Promise<never>>(() => Promise.reject(new Error('hash')));
    const older = jest.fn<() => Promise<never>>(() => Promise.reject(new Error('hash')));
    await openWith({ 'page-settings': load }, '/settings', { 'page-settings': older });
    expect((await screen.findByRole('alert')).textContent).toContain('not available right now');
    expect([load.mock.calls.length, older.mock.calls.length]).toEqual([1, 1]);
  });
});

function remoteWith(load: () => Promise<{ readonly Page: typeof Never }>): LoadedRemote {
  const pages = { settings: load };
  return { name: 'mfe-hubs', module: { name: 'mfe-hubs', version: '1.0.0', pages, loadMessages: async () => ({}) } };
}

function createLoader(remote: LoadedRemote, changes: Partial<RemoteLoader> = {}): RemoteLoader {
  return {
    load: async () => remote,
    loaded: () => [remote],
    within: async (_, fetchPart) => await fetchPart(),
    dismiss: () => false,
    reportCrash: () => false,
    ...changes,
  };
}

describe('a page that is late', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('entry, retry, fallback and page share ten seconds; a page that comes later is kept, and announced', async () => {
    const remote = remoteWith(async () => ({ Page: Never }));
    const slow = Promise.withResolvers<LoadedRemote>();
    const pages = createPageStore(createLoader(remote, { load: () => slow.promise }), {});
    const failure = pages.load('mfe-hubs', 'settings').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(String(await failure)).toContain('not ready after 10000 ms');
    expect(pages.failure('mfe-hubs', 'settings')).toBeInstanceOf(Error);
    expect(pages.isStuck('mfe-hubs', 'settings')).toBe(true);
    const late = pages.late('mfe-hubs', 'settings');
    slow.resolve(remote);
    expect(await late).toBe(Never);
    await jest.advanceTimersByTimeAsync(0);
    expect(pages.isStuck('mfe-hubs', 'settings')).toBe(false);
    expect(pages.peek('mfe-hubs', 'settings')).toBe(Never);
    expect(await pages.load('mfe-hubs', 'settings')).toBe(Never);
  });

  test('a page of a remote that was given up is taken when its chunk comes', async () => {
    const chunk = Promise.withResolvers<{ readonly Page: typeof Never }>();
    const failure = new RemoteError('timed-out', 'mfe-hubs', '1.0.0', 'no answer', { late: chunk.promise });
    let calls = 0;
    const within: RemoteLoader['within'] = async (_, fetchPart) => {
      calls += 1;
      if (calls === 1) throw failure;
      return await fetchPart();
    };
    const pages = createPageStore(
      createLoader(
        remoteWith(() => chunk.promise),
        { within },
      ),
      {},
    );
    await expect(pages.load('mfe-hubs', 'settings')).rejects.toBe(failure);
    expect(pages.isStuck('mfe-hubs', 'settings')).toBe(true);
    const late = pages.late('mfe-hubs', 'settings');
    chunk.resolve({ Page: Never });
    expect(await late).toBe(Never);
    expect(pages.peek('mfe-hubs', 'settings')).toBe(Never);
  });

  test('a page whose chunk is given up after its ten seconds is taken when the chunk comes', async () => {
    const given = Promise.withResolvers<never>();
    const chunk = Promise.withResolvers<{ readonly Page: typeof Never }>();
    const first = [() => given.promise];
    const within: RemoteLoader['within'] = async (_, fetchPart) => await (first.pop() ?? fetchPart)();
    const remote = remoteWith(() => chunk.promise);
    const pages = createPageStore(createLoader(remote, { within }), {});
    const failure = pages.load('mfe-hubs', 'settings').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(String(await failure)).toContain('not ready after 10000 ms');
    const late = pages.late('mfe-hubs', 'settings');
    given.reject(new RemoteError('timed-out', 'mfe-hubs', '1.1.0', 'no answer', { late: chunk.promise }));
    chunk.resolve({ Page: Never });
    expect(await late).toBe(Never);
  });

  test('a page of the shell is asked for again when its hash has not come in time', async () => {
    const load = jest.fn(async () => ({ Page: Never })).mockRejectedValueOnce(new DescriptorError('late'));
    const texts = {
      namespace: 'information',
      load: jest.fn(async () => ({})).mockRejectedValueOnce(new Error('late')),
    };
    const pages = createPageStore(createLoader(remoteWith(load)), { info: { load, texts } });
    expect(await pages.load('shell', 'info')).toBe(Never);
  });

  test('a page of the shell that hangs needs a new page, and is taken when it comes', async () => {
    const chunk = Promise.withResolvers<{ readonly Page: typeof Never }>();
    const pages = createPageStore(createLoader(remoteWith(() => chunk.promise)), {
      info: { load: () => chunk.promise },
    });
    const failure = pages.load('shell', 'info').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(5000);
    expect(String(await failure)).toContain('no answer within 5000 ms');
    expect(pages.isStuck('shell', 'info')).toBe(true);
    const late = pages.late('shell', 'info');
    chunk.resolve({ Page: Never });
    expect(await late).toBe(Never);
  });
});
