import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LoaderEnvironment } from './browser-environment.ts';
import { RemoteError } from './start-version.ts';
import {
  container,
  failureOf,
  importWell,
  isFallback,
  loaderOf,
  module,
  WITH_FALLBACK,
} from './testing/sample-remote.ts';

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
    expect(await failureOf(loaderOf({ importModule, hasIntegrity: async () => false }).load('mfe-hubs'))).toBe(
      'tampered',
    );
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

  test('reports the crashes of a remote in passing, also while it is loading, and keeps it', async () => {
    const report = jest.fn<LoaderEnvironment['report']>();
    const loader = loaderOf({ report });
    expect(loader.reportCrash('mfe-hubs', {})).toBe(false);
    const loading = loader.load('mfe-hubs');
    const crash = { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed' };
    expect(loader.reportCrash('mfe-hubs', {})).toBe(true);
    expect(report.mock.calls).toEqual([[crash]]);
    await loading;
    report.mockClear();
    expect(loader.reportCrash('mfe-hubs', { message: 'Error: A bug' })).toBe(true);
    expect(report.mock.calls).toEqual([[{ ...crash, message: 'Error: A bug' }]]);
    expect(loader.loaded()).toHaveLength(1);
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

  test('a chunk that hangs may still come; until then only a new page helps', async () => {
    const loader = loaderOf();
    const chunk = Promise.withResolvers<string>();
    const remote = await loader.load('mfe-hubs');
    const failure = loader.within(remote, () => chunk.promise).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(5000);
    const error = await failure;
    if (!(error instanceof RemoteError)) throw new Error('The chunk has come in time');
    expect(error.needsReload).toBe(true);
    chunk.resolve('late words');
    expect(await error.late).toBe('late words');
  });
});
