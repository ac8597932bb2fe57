import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageRemote } from '@portal/contract/page';
import type { LoaderEnvironment } from './browser-environment.ts';
import { createRemoteLoader } from './loader.ts';
import { RemoteError } from './start-version.ts';

const style = (letter: string) => ({
  file: `remote.${letter.repeat(16)}.css`,
  integrity: `sha256-${letter.repeat(43)}=`,
});
const REMOTE: PageRemote = {
  version: '1.0.0',
  builtAt: '2026-11-01T00:00:00.000Z',
  entry: 'entry.0123456789abcdef.js',
  styles: [style('a')],
  declaration: { name: 'mfe-hubs', contract: '^1.0.0', routes: [], header: [], texts: {} },
  fallback: null,
};
const FALLBACK = {
  version: '0.9.0',
  builtAt: REMOTE.builtAt,
  entry: 'entry.fedcba9876543210.js',
  styles: [style('b')],
  contract: '^1.0.0',
};
const WITH_FALLBACK: PageRemote = { ...REMOTE, fallback: FALLBACK };
const isFallback = (url: string) => url.endsWith(FALLBACK.entry);

function module(version = '1.0.0') {
  return { name: 'mfe-hubs', version, pages: {}, loadMessages: async () => ({}) };
}

function container(exposed: unknown = module()) {
  return { init: jest.fn(), get: async () => () => exposed };
}

/** The container at an address. */
const importWell = async (url: string): Promise<unknown> => container(module(isFallback(url) ? '0.9.0' : '1.0.0'));

function world(changes: Partial<LoaderEnvironment> = {}): LoaderEnvironment {
  return {
    hasIntegrity: () => true,
    importModule: importWell,
    addStyle: async () => undefined,
    dropStyle: () => undefined,
    shareScope: async () => ({}),
    diagnose: async () => 'crashed',
    report: () => undefined,
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
  test("passes the shell's share scope to the container and returns the exposed module", async () => {
    const scope = { react: {} };
    const remote = container();
    const loaded = await loaderOf({ importModule: async () => remote, shareScope: async () => scope }).load('mfe-hubs');
    expect(remote.init).toHaveBeenCalledWith(scope);
    expect(loaded.module.name).toBe('mfe-hubs');
  });

  test('loads a remote once, however many pages request it', async () => {
    const importModule = jest.fn(async () => container());
    const loader = loaderOf({ importModule });
    await Promise.all([loader.load('mfe-hubs'), loader.load('mfe-hubs')]);
    await loader.load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('does not load an entry without a hash in the page', async () => {
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

  test('refuses code of another version than the requested one', async () => {
    expect(await failureOf(loaderOf({ importModule: async () => container(module('0.9.0')) }).load('mfe-hubs'))).toBe(
      'incompatible',
    );
  });

  test('refuses a script that is not a container, and a module of another shape', async () => {
    expect(await failureOf(loaderOf({ importModule: async () => ({}) }).load('mfe-hubs'))).toBe('incompatible');
    expect(await failureOf(loaderOf({ importModule: async () => container({ hello: 1 }) }).load('mfe-hubs'))).toBe(
      'incompatible',
    );
  });

  test('retries once when the network failed', async () => {
    const importModule = jest
      .fn<LoaderEnvironment['importModule']>()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValue(container());
    await loaderOf({ importModule, diagnose: async () => 'unreachable' }).load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(2);
  });

  test('does not retry a file that was tampered with', async () => {
    const importModule = jest.fn<LoaderEnvironment['importModule']>().mockRejectedValue(new TypeError('integrity'));
    expect(await failureOf(loaderOf({ importModule, diagnose: async () => 'tampered' }).load('mfe-hubs'))).toBe(
      'tampered',
    );
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('waits for the style sheets, and fails when they fail', async () => {
    const addStyle = async () => Promise.reject(new Error('integrity'));
    expect(await failureOf(loaderOf({ addStyle, diagnose: async () => 'tampered' }).load('mfe-hubs'))).toBe('tampered');
  });

  test('forgets a failure, so that "Try again" loads again', async () => {
    const importModule = jest
      .fn<LoaderEnvironment['importModule']>()
      .mockRejectedValueOnce(new Error('bug'))
      .mockResolvedValue(container());
    const loader = loaderOf({ importModule });
    expect(await failureOf(loader.load('mfe-hubs'))).toBe('crashed');
    await expect(loader.load('mfe-hubs')).resolves.toMatchObject({ name: 'mfe-hubs' });
  });

  test('lists the remotes that run in the page', async () => {
    const loader = loaderOf();
    expect(loader.loaded()).toEqual([]);
    await loader.load('mfe-hubs');
    expect(loader.loaded().map(({ name }) => name)).toEqual(['mfe-hubs']);
  });

  test('loads no remote that the release does not list', async () => {
    expect(await failureOf(loaderOf().load('constructor'))).toBe('incompatible');
  });
});

describe('the fallback', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
  });

  const failing: readonly [string, Partial<LoaderEnvironment>][] = [
    ['is unreachable', { diagnose: async () => 'unreachable' }],
    ['was tampered with', { diagnose: async () => 'tampered' }],
    ['throws at its start', { diagnose: async () => 'crashed' }],
  ];
  test.each(failing)('replaces a version that %s', async (_, changes) => {
    const importModule = async (url: string) => {
      if (!isFallback(url)) throw new TypeError('no');
      return importWell(url);
    };
    const loader = loaderOf({ importModule, ...changes }, WITH_FALLBACK);
    expect((await loader.load('mfe-hubs')).module.version).toBe('0.9.0');
    expect(loader.loaded().map(({ module: { version } }) => version)).toEqual(['0.9.0']);
  });

  test('replaces a version that was built for another contract', async () => {
    const remote = { ...WITH_FALLBACK, declaration: { ...REMOTE.declaration, contract: '^2.0.0' } };
    expect((await loaderOf({}, remote).load('mfe-hubs')).module.version).toBe('0.9.0');
  });

  test('needs a hash like any other version', async () => {
    const hasIntegrity = (url: string) => !isFallback(url);
    const loader = loaderOf({ importModule: async () => ({}), hasIntegrity }, WITH_FALLBACK);
    expect(await failureOf(loader.load('mfe-hubs'))).toBe('tampered');
  });

  test('is not requested while the released version works', async () => {
    const importModule = jest.fn(importWell);
    await loaderOf({ importModule }, WITH_FALLBACK).load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('replaces a version that fails in use, whose styles are removed', async () => {
    const dropped: string[] = [];
    const loader = loaderOf({ dropStyle: (url) => dropped.push(url) }, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    expect(loader.dismiss(released, new Error('crashed while it was shown'))).toBe(true);
    expect(loader.loaded()).toEqual([]);
    expect((await loader.load('mfe-hubs')).module.version).toBe('0.9.0');
    expect(dropped).toEqual(['/assets/mfe-hubs/remote.aaaaaaaaaaaaaaaa.css']);
  });

  test('keeps a style sheet that both versions share', async () => {
    const dropStyle = jest.fn();
    const loader = loaderOf({ dropStyle }, { ...REMOTE, fallback: { ...FALLBACK, styles: REMOTE.styles } });
    loader.dismiss(await loader.load('mfe-hubs'), new Error('crash'));
    expect(dropStyle).not.toHaveBeenCalled();
  });

  test('also serves a second page that fails at the same time', async () => {
    const loader = loaderOf({}, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    expect([loader.dismiss(released, new Error('one')), loader.dismiss(released, new Error('two'))]).toEqual([
      true,
      true,
    ]);
    expect((await loader.load('mfe-hubs')).module.version).toBe('0.9.0');
  });

  test('that fails as well ends the attempt; the next one starts with the released version', async () => {
    const importModule = jest.fn<LoaderEnvironment['importModule']>().mockRejectedValue(new TypeError('no'));
    const loader = loaderOf({ importModule }, WITH_FALLBACK);
    expect(await failureOf(loader.load('mfe-hubs'))).toBe('crashed');
    importModule.mockImplementation(importWell);
    expect((await loader.load('mfe-hubs')).module.version).toBe('1.0.0');
  });

  test('that fails as well leaves no style sheet behind', async () => {
    const applied = new Set<string>();
    const loader = loaderOf(
      {
        importModule: async () => Promise.reject(new TypeError('no')),
        addStyle: async (url) => void applied.add(url),
        dropStyle: (url) => applied.delete(url),
      },
      { ...WITH_FALLBACK, fallback: { ...FALLBACK, styles: [...REMOTE.styles, ...FALLBACK.styles] } },
    );
    expect(await failureOf(loader.load('mfe-hubs'))).toBe('crashed');
    // The first version's style sheet stays, because the next attempt starts with that version.
    expect([...applied]).toEqual(['/assets/mfe-hubs/remote.aaaaaaaaaaaaaaaa.css']);
  });

  test('stays in use when one of its pages fails: its other pages work', async () => {
    const dropStyle = jest.fn();
    const loader = loaderOf({ dropStyle }, WITH_FALLBACK);
    loader.dismiss(await loader.load('mfe-hubs'), new Error('one'));
    dropStyle.mockClear();
    const older = await loader.load('mfe-hubs');
    expect(loader.dismiss(older, new Error('two'))).toBe(false);
    expect(await loader.load('mfe-hubs')).toBe(older);
    expect(loader.loaded()).toEqual([older]);
    expect(dropStyle).not.toHaveBeenCalled();
  });

  test('does not get late styles of the failed version', async () => {
    const loader = loaderOf({}, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    const late = Promise.withResolvers<string>();
    const texts = failureOf(loader.within(released, () => late.promise));
    loader.dismiss(released, new Error('crash'));
    late.resolve('its texts');
    expect(await texts).toBe('crashed');
  });
});

describe('a report', () => {
  test('says how long a version took to load, or how it failed', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const report = jest.fn<LoaderEnvironment['report']>();
    const loader = loaderOf({ report, diagnose: async () => 'tampered' }, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    await failureOf(loader.within(released, () => Promise.reject(new Error('hash')))).then((failure) =>
      loader.dismiss(released, new RemoteError('tampered', 'mfe-hubs', '1.0.0', failure)),
    );
    await loader.load('mfe-hubs');
    expect(report.mock.calls.map(([each]) => each)).toEqual([
      { part: 'mfe-hubs', version: '1.0.0', loadedIn: expect.any(Number) },
      { part: 'mfe-hubs', version: '1.0.0', failure: 'tampered' },
      { part: 'mfe-hubs', version: '0.9.0', loadedIn: expect.any(Number) },
    ]);
  });
});

describe('a module of a loaded remote', () => {
  test('is retried once when the network failed', async () => {
    const loader = loaderOf({ diagnose: async () => 'unreachable' });
    const part = jest
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValue('x');
    expect(await loader.within(await loader.load('mfe-hubs'), part)).toBe('x');
  });
});

describe('time limits', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('an entry that hangs fails after three seconds', async () => {
    const failure = failureOf(loaderOf({ importModule: () => new Promise(() => undefined) }).load('mfe-hubs'));
    await jest.advanceTimersByTimeAsync(3000);
    expect(await failure).toBe('timed-out');
  });

  test('an entry that hangs is not retried: the fallback takes over', async () => {
    const importModule = (url: string) => (isFallback(url) ? importWell(url) : new Promise(() => undefined));
    const loading = loaderOf({ importModule }, WITH_FALLBACK).load('mfe-hubs');
    await jest.advanceTimersByTimeAsync(3000);
    expect((await loading).module.version).toBe('0.9.0');
  });

  test('a page chunk that hangs fails after five seconds', async () => {
    const loader = loaderOf();
    const remote = await loader.load('mfe-hubs');
    const failure = failureOf(loader.within(remote, () => new Promise(() => undefined)));
    await jest.advanceTimersByTimeAsync(5000);
    expect(await failure).toBe('timed-out');
  });
});
