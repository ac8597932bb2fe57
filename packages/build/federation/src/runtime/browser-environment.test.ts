/** @jest-environment jsdom */
/// <reference types="node" />
import { createHash, webcrypto } from 'node:crypto';
import { ChunkLoadError } from '@portal/contract/failure';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { browserEnvironment as environmentOf } from './browser-environment.ts';
import { checkedScripts } from './checked-scripts.ts';

const ENTRY = '/assets/mfe-hubs/entry.0123456789abcdef.js';
const CHUNK = 'settings.0123456789abcdef.js';
const BYTES = Buffer.from('export const right = true;');
const INTEGRITY = `sha256-${createHash('sha256').update(BYTES).digest('base64')}`;

/** The environment of a page that knows the hashes of its import map alone. */
const browserEnvironment = (importScript?: (url: string) => Promise<unknown>) =>
  environmentOf(checkedScripts({ getScripts: async () => ({}) }, importScript));

/** The message of an `import()` whose file failed to load: each browser has another one, which must not matter. */
const MESSAGE = 'Importing a module script failed.';

/** Answers of a file's address while the failure is diagnosed. */
const ANSWERS = [
  ['nothing', () => Promise.reject(new TypeError('offline')), 'unreachable'],
  ['404', async () => ({ ok: false }), 'unreachable'],
  [
    'other bytes',
    async (_url?: string, { integrity }: RequestInit = {}) => {
      if (integrity !== undefined) throw new TypeError('these are not the bytes');
      return { ok: true, arrayBuffer: async () => Buffer.from('x') };
    },
    'tampered',
  ],
  ['the right bytes', async () => ({ ok: true, arrayBuffer: async () => BYTES }), 'unreachable'],
] as const;

beforeEach(() => {
  const map = { integrity: { [ENTRY]: INTEGRITY, [`/assets/mfe-hubs/${CHUNK}`]: INTEGRITY } };
  document.head.innerHTML = `<script type="importmap">${JSON.stringify(map)}</script>`;
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
});

/** The failure of an entry whose `import()` is rejected by `importScript`. */
async function failureOfEntry(importScript: () => Promise<unknown>): Promise<string> {
  const { importModule, diagnose } = browserEnvironment(importScript);
  const error: unknown = await importModule(ENTRY).catch((reason: unknown) => reason);
  return diagnose('mfe-hubs', error);
}

describe.each(ANSWERS)('of a file whose address answers %s', (_, answer, failure) => {
  test('entry and chunk fail in the matching way', async () => {
    Object.assign(globalThis, { fetch: answer });
    expect(await failureOfEntry(() => Promise.reject(new TypeError(MESSAGE)))).toBe(failure);
    const error = new ChunkLoadError(CHUNK, new TypeError(MESSAGE));
    expect(await browserEnvironment().diagnose('mfe-hubs', error)).toBe(failure);
  });
});

test('an entry or a page that throws such an error itself counts as crashed', async () => {
  Object.assign(globalThis, { fetch: ANSWERS[3][1] });
  const thrown = new TypeError(MESSAGE);
  expect(await failureOfEntry(() => Promise.reject(thrown))).toBe('crashed');
  expect(await browserEnvironment().diagnose('mfe-hubs', thrown)).toBe('crashed');
});

test("a chunk's failure is recognised in code from another version's build", async () => {
  Object.assign(globalThis, { fetch: ANSWERS[1][1] });
  const foreign = Object.assign(new Error('any words'), { name: 'ChunkLoadError', file: CHUNK });
  expect(await browserEnvironment().diagnose('mfe-hubs', foreign)).toBe('unreachable');
});

describe('with a CDN', () => {
  const CDN = 'https://cdn.example.net';

  beforeEach(() => {
    const map = { integrity: { [`${CDN}/assets/mfe-hubs/${CHUNK}`]: INTEGRITY } };
    document.head.innerHTML =
      `<script type="importmap">${JSON.stringify(map)}</script>` +
      `<script type="module" src="${CDN}/assets/shell/entry.0123456789abcdef.js"></script>`;
  });

  test('files are taken from where the shell’s entry comes from, with the hashes of these addresses', async () => {
    const { fileUrl, hasIntegrity } = browserEnvironment();
    expect(fileUrl('mfe-hubs', CHUNK)).toBe(`${CDN}/assets/mfe-hubs/${CHUNK}`);
    expect(await hasIntegrity(fileUrl('mfe-hubs', CHUNK))).toBe(true);
    expect(await hasIntegrity(`/assets/mfe-hubs/${CHUNK}`)).toBe(false);
  });

  test('a chunk that failed is asked for there', async () => {
    const asked = jest.fn((_address: string) => ANSWERS[2][1]());
    Object.assign(globalThis, { fetch: asked });
    const error = new ChunkLoadError(CHUNK, new TypeError('failed'));
    expect(await browserEnvironment().diagnose('mfe-hubs', error)).toBe('tampered');
    expect(asked.mock.calls[0]?.[0]).toBe(`${CDN}/assets/mfe-hubs/${CHUNK}`);
  });
});

describe('a style sheet', () => {
  const STYLE = '/assets/mfe-hubs/hubs.0123456789abcdef.css';
  const links = () => [...document.querySelectorAll('link')];
  const add = () => browserEnvironment().addStyle(STYLE, INTEGRITY);
  const catchFailure = async (adding: Promise<void>) => {
    const error: unknown = await adding.catch((reason: unknown) => reason);
    return await browserEnvironment().diagnose('mfe-hubs', error);
  };

  beforeEach(() => {
    document.body.innerHTML = `<link rel="stylesheet" href="${STYLE}">`;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Gives the page's link a style sheet with the rules that `cssRules` returns. */
  function arrive(cssRules: () => readonly unknown[]): void {
    Object.defineProperty(links()[0], 'sheet', {
      value: {
        get cssRules() {
          return cssRules();
        },
      },
    });
  }

  test('that the page is loading already is not requested again', async () => {
    const [link] = links();
    const adding = add();
    expect(links()).toEqual([link]);
    link?.dispatchEvent(new Event('load'));
    await adding;
  });

  test('that applies already is ready at once', async () => {
    arrive(() => ['a rule']);
    await expect(add()).resolves.toBeUndefined();
  });

  test('that the page does not have comes after those that it has', () => {
    document.head.innerHTML = '<style></style>';
    const further = '/assets/mfe-account/account.0123456789abcdef.css';
    void browserEnvironment().addStyle(further, INTEGRITY);
    const sheets = [...document.querySelectorAll('style, link')].map((sheet) => sheet.getAttribute('href'));
    expect(sheets).toEqual([null, STYLE, further]);
  });

  const unreadable = () => {
    throw new DOMException('Cannot access rules', 'SecurityError');
  };
  test.each([
    ['whose connection broke', unreadable],
    ['that is missing', () => []],
  ])('%s is requested again', async (_, rules) => {
    arrive(rules);
    const [failed] = links();
    const adding = add();
    const [link, ...others] = links();
    expect(link).not.toBe(failed);
    expect(others).toEqual([]);
    link?.dispatchEvent(new Event('load'));
    await adding;
  });

  test('that fails is requested once more after the browser’s copy was replaced', async () => {
    const renewals = jest.fn(async (_url: string, _init: RequestInit) => Promise.resolve({ ok: true }));
    Object.assign(globalThis, { fetch: renewals });
    const adding = add();
    const [failed] = links();
    failed?.dispatchEvent(new Event('error'));
    while (links().length === 0 || links()[0] === failed) await Promise.resolve();
    expect(renewals.mock.calls).toEqual([[STYLE, { cache: 'reload', integrity: INTEGRITY }]]);
    links()[0]?.dispatchEvent(new Event('load'));
    await adding;
  });

  test('that never answers is late after five seconds, and the next attempt requests it again', async () => {
    jest.useFakeTimers();
    const failure = catchFailure(add());
    await jest.advanceTimersByTimeAsync(5000);
    expect(await failure).toBe('timed-out');
    expect(links()).toEqual([]);
  });
});
