/**
 * @jest-environment jsdom
 * @jest-environment-options { "url": "https://portal.example.com/settings" }
 */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { avoidAssetOrigin, reloadWithGoodFiles, reloadWithoutCdn } from './cdn-fallback.ts';

const COOKIE = '__Host-portal_files=own';

function entryFrom(origin: string): void {
  const entry = document.createElement('script');
  entry.type = 'module';
  entry.src = `${origin}/assets/shell/entry.0123456789abcdef.js`;
  document.head.replaceChildren(entry);
}

/** Answers the question whether the portal is there. */
function portalAnswers(answer: () => Promise<unknown>): jest.Mock<typeof fetch> {
  const asked = jest.fn<typeof fetch>().mockImplementation(answer as typeof fetch);
  Object.assign(globalThis, { fetch: asked });
  return asked;
}

beforeEach(() => {
  entryFrom('https://cdn.example.net');
  portalAnswers(async () => Promise.resolve({ ok: true }));
});
afterEach(() => {
  document.cookie = `${COOKIE}; Max-Age=0; Path=/; Secure`;
  sessionStorage.clear();
  delete window.__reloads;
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a page whose CDN has failed', () => {
  test('is loaded again, and this browser does without the CDN for an hour', async () => {
    const written = jest.spyOn(document, 'cookie', 'set');
    const reload = jest.fn();
    await reloadWithoutCdn(reload);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(written.mock.calls).toEqual([[`${COOKIE}; Max-Age=3600; Path=/; SameSite=Lax; Secure`]]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ['is away, too', async () => Promise.reject(new TypeError('offline')), 'offline'],
    ['has nothing to serve', async () => Promise.resolve({ ok: false }), 'cannot be loaded without the CDN'],
  ])('stays if the portal %s', async (_, answer, message) => {
    portalAnswers(answer);
    const reload = jest.fn();
    await expect(reloadWithoutCdn(reload)).rejects.toThrow(message);
    expect(reload).not.toHaveBeenCalled();
    expect(document.cookie).toBe('');
  });

  test('is loaded again once, and shows no failure, if two of its files fail', async () => {
    const reload = jest.fn();
    await reloadWithoutCdn(reload);
    await reloadWithoutCdn(reload);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('stays if it was just loaded again: the web server does not get the cookie, and it would be loaded again forever', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 24) });
    const reload = jest.fn();
    const loadPage = () => delete window.__reloads;
    await reloadWithoutCdn(reload);
    loadPage();
    jest.advanceTimersByTime(59 * 60_000);
    await expect(reloadWithoutCdn(reload)).rejects.toThrow('cannot be loaded without the CDN');
    expect(reload).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(60_000);
    await reloadWithoutCdn(reload);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['cookies', () => jest.spyOn(document, 'cookie', 'get').mockReturnValue('')],
    [
      'storage',
      () =>
        jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
          throw new DOMException('', 'SecurityError');
        }),
    ],
  ])('stays in a browser that keeps no %s: it would be loaded again forever', async (_, prepare) => {
    prepare();
    const reload = jest.fn();
    await expect(reloadWithoutCdn(reload)).rejects.toThrow('cannot be loaded without the CDN');
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a page whose files come from the portal, and have failed', () => {
  const answer = (ok: boolean) => portalAnswers(async () => Promise.resolve({ ok }));
  const keep = (values: number) => {
    const value = { name: 'First name', value: 'Ada', selection: undefined };
    window.__savedInput = { path: '/account', pressed: new Map(), values: new Map(values > 0 ? [[0, value]] : []) };
  };
  const reloads = async () => {
    const reload = jest.fn();
    await reloadWithGoodFiles(reload).catch(() => undefined);
    return reload.mock.calls.length;
  };

  beforeEach(() => {
    entryFrom('https://portal.example.com');
  });
  afterEach(() => {
    delete window.__savedInput;
  });

  test('is loaded again once their copies are replaced; within an hour once', async () => {
    const asked = answer(true);
    keep(0);
    expect(await reloads()).toBe(1);
    expect(asked.mock.calls.map(([, init]) => init?.cache)).toEqual(['reload']);
    delete window.__reloads;
    expect(await reloads()).toBe(0);
  });

  test('stays if the right bytes do not come', async () => {
    answer(false);
    expect(await reloads()).toBe(0);
  });

  test('stays if somebody has typed into its first screen', async () => {
    answer(true);
    keep(1);
    expect(await reloads()).toBe(0);
  });
});

test.each([
  ['the portal', () => entryFrom('https://portal.example.com')],
  ['nowhere', () => document.head.replaceChildren()],
])('a page with files from %s has nothing to avoid, and asks nobody', async (_, prepare) => {
  prepare();
  const asked = portalAnswers(async () => Promise.resolve({ ok: true }));
  expect(avoidAssetOrigin()).toBe(false);
  await expect(reloadWithoutCdn(() => undefined)).rejects.toThrow('from the portal itself');
  expect(asked).not.toHaveBeenCalled();
  expect(document.cookie).toBe('');
});
