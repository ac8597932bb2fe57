import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LoaderEnvironment } from './browser-environment.ts';
import { DescriptorError } from './part-directory.ts';
import { RemoteError } from './start-version.ts';
import {
  container,
  catchFailure,
  FALLBACK,
  importWell,
  isFallback,
  createLoader,
  module,
  REMOTE,
  SECOND_FALLBACK,
  WITH_FALLBACK,
  WITH_TWO_FALLBACKS,
} from './testing/sample-remote.ts';

describe('the remote loader', () => {
  test("passes the shell's share scope to the container and returns the exposed module", async () => {
    const scope = { react: {} };
    const remote = container();
    const loaded = await createLoader({ importModule: async () => remote, shareScope: async () => scope }).load(
      'mfe-hubs',
    );
    expect(remote.init).toHaveBeenCalledWith(scope);
    expect(loaded.module.name).toBe('mfe-hubs');
  });

  test('loads a remote once, however many pages request it', async () => {
    const importModule = jest.fn(async () => container());
    const loader = createLoader({ importModule });
    await Promise.all([loader.load('mfe-hubs'), loader.load('mfe-hubs')]);
    await loader.load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('does not load an entry without a hash in the page', async () => {
    const importModule = jest.fn(async () => container());
    expect(await catchFailure(createLoader({ importModule, hasIntegrity: async () => false }).load('mfe-hubs'))).toBe(
      'tampered',
    );
    expect(importModule).not.toHaveBeenCalled();
  });

  test('refuses code of another version than the requested one', async () => {
    expect(
      await catchFailure(createLoader({ importModule: async () => container(module('0.9.0')) }).load('mfe-hubs')),
    ).toBe('incompatible');
  });

  test('refuses a script that is not a container, and a module of another shape', async () => {
    expect(await catchFailure(createLoader({ importModule: async () => ({}) }).load('mfe-hubs'))).toBe('incompatible');
    expect(
      await catchFailure(createLoader({ importModule: async () => container({ hello: 1 }) }).load('mfe-hubs')),
    ).toBe('incompatible');
  });

  test('reports the crashes of a remote in passing, also while it is loading, and keeps it', async () => {
    const report = jest.fn<LoaderEnvironment['report']>();
    const loader = createLoader({ report });
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
    await createLoader({ importModule, diagnose: async () => 'unreachable' }).load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(2);
  });

  test('does not retry a file that was tampered with', async () => {
    const importModule = jest.fn<LoaderEnvironment['importModule']>().mockRejectedValue(new TypeError('integrity'));
    expect(await catchFailure(createLoader({ importModule, diagnose: async () => 'tampered' }).load('mfe-hubs'))).toBe(
      'tampered',
    );
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('waits for the style sheets, and fails when they fail', async () => {
    const addStyle = async () => Promise.reject(new Error('integrity'));
    expect(await catchFailure(createLoader({ addStyle, diagnose: async () => 'tampered' }).load('mfe-hubs'))).toBe(
      'tampered',
    );
  });

  test('loads no remote that the release does not list', async () => {
    expect(await catchFailure(createLoader().load('constructor'))).toBe('incompatible');
  });
});

describe('a report', () => {
  test('says how long a version took to load, or how it failed', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const report = jest.fn<LoaderEnvironment['report']>();
    const loader = createLoader({ report, diagnose: async () => 'tampered' }, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    await catchFailure(loader.within(released, () => Promise.reject(new Error('hash')))).then((failure) =>
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
    const loader = createLoader({ diagnose: async () => 'unreachable' });
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
    const failure = catchFailure(createLoader({ importModule: () => new Promise(() => undefined) }).load('mfe-hubs'));
    await jest.advanceTimersByTimeAsync(3000);
    expect(await failure).toBe('timed-out');
  });

  test('an entry that hangs is not retried: the fallback takes over', async () => {
    const importModule = (url: string) => (isFallback(url) ? importWell(url) : new Promise(() => undefined));
    const loading = createLoader({ importModule }, WITH_FALLBACK).load('mfe-hubs');
    await jest.advanceTimersByTimeAsync(3000);
    expect((await loading).module.version).toBe('0.9.0');
  });

  test('a page chunk that hangs fails after five seconds', async () => {
    const loader = createLoader();
    const remote = await loader.load('mfe-hubs');
    const failure = catchFailure(loader.within(remote, () => new Promise(() => undefined)));
    await jest.advanceTimersByTimeAsync(5000);
    expect(await failure).toBe('timed-out');
  });

  test('a chunk that hangs may still come; until then only a new page helps', async () => {
    const loader = createLoader();
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

test('no fallback takes over, and nothing is reported, while the page cannot learn the hashes; the next call tries again', async () => {
  const report = jest.fn();
  const hasIntegrity = jest
    .fn(async () => true)
    .mockRejectedValueOnce(new DescriptorError('gone', { isOutdated: true }));
  const diagnose = async () => 'unreachable' as const;
  const loader = createLoader({ report, hasIntegrity, diagnose }, WITH_FALLBACK);
  hasIntegrity.mockRejectedValueOnce(new DescriptorError('gone', { isOutdated: true }));
  const error: unknown = await loader.load('mfe-hubs').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure: 'unreachable', needsReload: true });
  expect(report).not.toHaveBeenCalled();
  expect((await loader.load('mfe-hubs')).module.version).toBe('1.0.0');
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
    const loader = createLoader({ importModule, ...changes }, WITH_FALLBACK);
    expect((await loader.load('mfe-hubs')).module.version).toBe('0.9.0');
    expect(loader.loaded().map(({ module: { version } }) => version)).toEqual(['0.9.0']);
  });

  test('needs a hash like any other version', async () => {
    const hasIntegrity = async (url: string) => !isFallback(url);
    const loader = createLoader({ importModule: async () => ({}), hasIntegrity }, WITH_FALLBACK);
    expect(await catchFailure(loader.load('mfe-hubs'))).toBe('tampered');
  });

  test('is not requested while the released version works', async () => {
    const importModule = jest.fn(importWell);
    await createLoader({ importModule }, WITH_FALLBACK).load('mfe-hubs');
    expect(importModule).toHaveBeenCalledTimes(1);
  });

  test('replaces a version that fails in use, whose styles are removed', async () => {
    const dropped: string[] = [];
    const loader = createLoader({ dropStyle: (url) => dropped.push(url) }, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    expect(loader.dismiss(released, new Error('crashed while it was shown'))).toBe(true);
    expect(loader.loaded()).toEqual([]);
    expect((await loader.load('mfe-hubs')).module.version).toBe('0.9.0');
    expect(dropped).toEqual(['/assets/mfe-hubs/remote.aaaaaaaaaaaaaaaa.css']);
  });

  test('keeps a style sheet that both versions share', async () => {
    const dropStyle = jest.fn();
    const loader = createLoader({ dropStyle }, { ...REMOTE, fallback: { ...FALLBACK, styles: REMOTE.styles } });
    loader.dismiss(await loader.load('mfe-hubs'), new Error('crash'));
    expect(dropStyle).not.toHaveBeenCalled();
  });

  test('also serves a second page that fails at the same time', async () => {
    const loader = createLoader({}, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    expect([loader.dismiss(released, new Error('one')), loader.dismiss(released, new Error('two'))]).toEqual([
      true,
      true,
    ]);
    expect((await loader.load('mfe-hubs')).module.version).toBe('0.9.0');
  });

  test('that fails as well ends the attempt; the next one starts with the released version', async () => {
    const importModule = jest.fn<LoaderEnvironment['importModule']>().mockRejectedValue(new TypeError('no'));
    const loader = createLoader({ importModule }, WITH_FALLBACK);
    expect(await catchFailure(loader.load('mfe-hubs'))).toBe('crashed');
    importModule.mockImplementation(importWell);
    expect((await loader.load('mfe-hubs')).module.version).toBe('1.0.0');
  });

  test('that fails as well leaves no style sheet behind', async () => {
    const applied = new Set<string>();
    const loader = createLoader(
      {
        importModule: async () => Promise.reject(new TypeError('no')),
        addStyle: async (url) => void applied.add(url),
        dropStyle: (url) => applied.delete(url),
      },
      { ...WITH_FALLBACK, fallback: { ...FALLBACK, styles: [...REMOTE.styles, ...FALLBACK.styles] } },
    );
    expect(await catchFailure(loader.load('mfe-hubs'))).toBe('crashed');
    // The first version's style sheet stays, because the next attempt starts with that version.
    expect([...applied]).toEqual(['/assets/mfe-hubs/remote.aaaaaaaaaaaaaaaa.css']);
  });

  test('stays in use when one of its pages fails: its other pages work', async () => {
    const dropStyle = jest.fn();
    const loader = createLoader({ dropStyle }, WITH_FALLBACK);
    loader.dismiss(await loader.load('mfe-hubs'), new Error('one'));
    dropStyle.mockClear();
    const older = await loader.load('mfe-hubs');
    expect(loader.dismiss(older, new Error('two'))).toBe(false);
    expect(await loader.load('mfe-hubs')).toBe(older);
    expect(loader.loaded()).toEqual([older]);
    expect(dropStyle).not.toHaveBeenCalled();
  });

  test('does not get late styles of the failed version', async () => {
    const loader = createLoader({}, WITH_FALLBACK);
    const released = await loader.load('mfe-hubs');
    const late = Promise.withResolvers<string>();
    const texts = catchFailure(loader.within(released, () => late.promise));
    loader.dismiss(released, new Error('crash'));
    late.resolve('its texts');
    expect(await texts).toBe('crashed');
  });
});

describe('the second fallback', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
  });

  /** All versions but these throw at import. */
  const importOnly =
    (...entries: readonly string[]) =>
    async (url: string) => {
      if (!entries.some((entry) => url.endsWith(entry))) throw new TypeError('no');
      return importWell(url);
    };

  test('takes over when the released version throws in render, and its fallback at import', async () => {
    const reports: string[] = [];
    const applied = new Set<string>();
    const loader = createLoader(
      {
        importModule: importOnly(REMOTE.entry, SECOND_FALLBACK.entry),
        report: (report) => reports.push(`${report.version} ${'failure' in report ? report.failure : 'loaded'}`),
        addStyle: async (url) => void applied.add(url),
        dropStyle: (url) => applied.delete(url),
      },
      WITH_TWO_FALLBACKS,
    );
    const released = await loader.load('mfe-hubs');
    expect(loader.dismiss(released, new Error('crashed in render'))).toBe(true);
    expect((await loader.load('mfe-hubs')).module.version).toBe('0.8.0');
    expect(reports).toEqual(['1.0.0 loaded', '1.0.0 crashed', '0.9.0 crashed', '0.8.0 loaded']);
    expect([...applied]).toEqual(['/assets/mfe-hubs/remote.cccccccccccccccc.css']);
  });

  test('takes over when both versions throw in render', async () => {
    const loader = createLoader({}, WITH_TWO_FALLBACKS);
    for (const version of ['1.0.0', '0.9.0']) {
      const running = await loader.load('mfe-hubs');
      expect(running.module.version).toBe(version);
      expect(loader.dismiss(running, new Error('crashed in render'))).toBe(true);
    }
    const last = await loader.load('mfe-hubs');
    expect(last.module.version).toBe('0.8.0');
    expect(loader.dismiss(last, new Error('crashed in render'))).toBe(false);
  });
});
