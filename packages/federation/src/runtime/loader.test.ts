import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRemote } from '@portal/contract/page';
import type { LoaderEnvironment } from './browser-environment.ts';
import { createRemoteLoader } from './loader.ts';
import { RemoteError } from './remote-error.ts';

const REMOTE: PageRemote = {
  version: '1.0.0',
  builtAt: '2026-11-01T00:00:00.000Z',
  entry: 'entry.0123456789abcdef.js',
  styles: [{ file: 'remote.0123456789abcdef.css', integrity: `sha256-${'A'.repeat(43)}=` }],
  declaration: { name: 'mfe-hubs', contract: '^1.0.0', routes: [], header: [], texts: {} },
  fallback: null,
};

function module(version = '1.0.0') {
  return { name: 'mfe-hubs', version, pages: {}, loadMessages: async () => ({}) };
}

function container(exposed: unknown = module()) {
  return { init: jest.fn(), get: async () => () => exposed };
}

function world(changes: Partial<LoaderEnvironment> = {}): LoaderEnvironment {
  return {
    hasIntegrity: () => true,
    importModule: async () => container(),
    addStyle: async () => undefined,
    shareScope: async () => ({}),
    diagnose: async () => 'crashed',
    ...changes,
  };
}

function loaderOf(changes: Partial<LoaderEnvironment> = {}, remote: PageRemote = REMOTE) {
  return createRemoteLoader({ 'mfe-hubs': remote }, world(changes));
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RemoteError ? error.failure : `no RemoteError but ${String(error)}`;
}

describe('the remote loader', () => {
  test("hands the shell's share scope to the container and gives the exposed module", async () => {
    const scope = { react: {} };
    const remote = container();
    const loaded = await loaderOf({ importModule: async () => remote, shareScope: async () => scope }).load('mfe-hubs');
    expect(remote.init).toHaveBeenCalledWith(scope);
    expect(loaded.module.name).toBe('mfe-hubs');
  });

  test('loads a remote once, however many pages ask for it', async () => {
    const importModule = jest.fn(async () => container());
    const loader = loaderOf({ importModule });
    await Promise.all([loader.load('mfe-hubs'), loader.load('mfe-hubs')]);
    await loader.load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('does not load an entry that the page pins no hash for', async () => {
    const importModule = jest.fn(async () => container());
    expect(await failureOf(loaderOf({ importModule, hasIntegrity: () => false }).load('mfe-hubs'))).toBe('tampered');
    expect(importModule).not.toHaveBeenCalled();
  });

  test('refuses a remote built for another contract before it fetches anything', async () => {
    const importModule = jest.fn(async () => container());
    const remote = { ...REMOTE, declaration: { ...REMOTE.declaration, contract: '^2.0.0' } };
    expect(await failureOf(loaderOf({ importModule }, remote).load('mfe-hubs'))).toBe('incompatible');
    expect(importModule).not.toHaveBeenCalled();
  });

  test('refuses the code of another version than the one it asked for', async () => {
    expect(await failureOf(loaderOf({ importModule: async () => container(module('0.9.0')) }).load('mfe-hubs'))).toBe(
      'incompatible',
    );
  });

  test('refuses something that is no container, and a module of another shape', async () => {
    expect(await failureOf(loaderOf({ importModule: async () => ({}) }).load('mfe-hubs'))).toBe('incompatible');
    expect(await failureOf(loaderOf({ importModule: async () => container({ hello: 1 }) }).load('mfe-hubs'))).toBe(
      'incompatible',
    );
  });

  test('tries once more when the network failed', async () => {
    const importModule = jest
      .fn<LoaderEnvironment['importModule']>()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValue(container());
    await loaderOf({ importModule, diagnose: async () => 'unreachable' }).load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(2);
  });

  test('does not try again what was tampered with', async () => {
    const importModule = jest.fn<LoaderEnvironment['importModule']>().mockRejectedValue(new TypeError('integrity'));
    expect(await failureOf(loaderOf({ importModule, diagnose: async () => 'tampered' }).load('mfe-hubs'))).toBe(
      'tampered',
    );
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('waits for the style sheets, and fails with them', async () => {
    const addStyle = async () => Promise.reject(new Error('integrity'));
    expect(await failureOf(loaderOf({ addStyle, diagnose: async () => 'tampered' }).load('mfe-hubs'))).toBe('tampered');
  });

  test('forgets a failure, so that "Try again" really tries', async () => {
    const importModule = jest
      .fn<LoaderEnvironment['importModule']>()
      .mockRejectedValueOnce(new Error('bug'))
      .mockResolvedValue(container());
    const loader = loaderOf({ importModule });
    expect(await failureOf(loader.load('mfe-hubs'))).toBe('crashed');
    await expect(loader.load('mfe-hubs')).resolves.toMatchObject({ name: 'mfe-hubs' });
  });

  test('names the remotes that run in the page', async () => {
    const loader = loaderOf();
    expect(loader.loaded()).toEqual([]);
    await loader.load('mfe-hubs');
    expect(loader.loaded().map(({ name }) => name)).toEqual(['mfe-hubs']);
  });

  test('names no remote that the release does not', async () => {
    expect(await failureOf(loaderOf().load('constructor'))).toBe('incompatible');
  });
});

describe('time limits', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('an entry that hangs fails after three seconds', async () => {
    const failure = failureOf(loaderOf({ importModule: () => new Promise(() => undefined) }).load('mfe-hubs'));
    await jest.advanceTimersByTimeAsync(3000);
    expect(await failure).toBe('timed-out');
  });

  test('a page chunk that hangs fails after five seconds', async () => {
    const loader = loaderOf();
    await loader.load('mfe-hubs');
    const failure = failureOf(loader.within('mfe-hubs', () => new Promise(() => undefined)));
    await jest.advanceTimersByTimeAsync(5000);
    expect(await failure).toBe('timed-out');
  });
});
