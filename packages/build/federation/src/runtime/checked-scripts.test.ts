/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { checkedScripts, isCachedFailure } from './checked-scripts.ts';
import { DescriptorError } from './part-directory.ts';

const LISTED = '/assets/mfe-hubs/entry.0123456789abcdef.js';
const FURTHER = 'http://localhost/assets/mfe-account/entry.0123456789abcdef.js';
const UNKNOWN = 'http://localhost/assets/mfe-account/other.0123456789abcdef.js';
const HASH = 'sha256-AAAA';

const getScripts = jest.fn(async (part: string): Promise<Readonly<Record<string, string>>> =>
  part === 'mfe-account' ? { 'entry.0123456789abcdef.js': HASH } : {},
);
const importScript = jest.fn(async (url: string): Promise<unknown> => ({ from: url }));
const scripts = () => checkedScripts({ getScripts }, importScript);
const elements = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
const elementAdded = async () => {
  for (let turn = 0; turn < 10 && elements().length === 0; turn += 1) await Promise.resolve();
  return elements().at(-1);
};

const renewals = jest.fn<typeof fetch>();

beforeEach(() => {
  jest.clearAllMocks();
  renewals.mockReset().mockRejectedValue(new TypeError('offline'));
  Object.assign(globalThis, { fetch: renewals });
  document.head.innerHTML = `<script type="importmap">{"integrity":{"${LISTED}":"sha256-BBBB"}}</script>`;
});
afterEach(() => {
  Reflect.deleteProperty(window, 'trustedTypes');
});

test('a script of the import map is left to the browser, which checks it', async () => {
  expect(await scripts().import(LISTED)).toEqual({ from: LISTED });
  expect(await scripts().readIntegrity(LISTED)).toBe('sha256-BBBB');
  expect(elements()).toEqual([]);
});

test('any other is imported after an element with its hash has loaded', async () => {
  const imported = scripts().import(FURTHER);
  const element = await elementAdded();
  expect([element?.type, element?.integrity, element?.crossOrigin, element?.src]).toEqual([
    'module',
    HASH,
    'anonymous',
    FURTHER,
  ]);
  expect(importScript).not.toHaveBeenCalled();
  element?.dispatchEvent(new Event('load'));
  expect(await imported).toEqual({ from: FURTHER });
});

test('one whose bytes are others is not imported; it is tried again when it is asked for again', async () => {
  const page = scripts();
  const failed = page.import(FURTHER);
  (await elementAdded())?.dispatchEvent(new Event('error'));
  await expect(failed).rejects.toThrow(TypeError);
  expect(importScript).not.toHaveBeenCalled();
  document.head.innerHTML = '';
  const again = page.import(FURTHER);
  (await elementAdded())?.dispatchEvent(new Event('load'));
  expect(await again).toEqual({ from: FURTHER });
});

describe('a script that fails', () => {
  const failure = new TypeError('Importing a module script failed.');

  beforeEach(() => {
    renewals.mockResolvedValue({ ok: true } as Response);
  });
  afterEach(() => {
    importScript.mockReset().mockImplementation(async (url) => ({ from: url }));
  });

  test('is imported once more after the browser’s copy was replaced, by the right bytes alone', async () => {
    importScript.mockRejectedValueOnce(failure);
    expect(await scripts().import(LISTED)).toEqual({ from: LISTED });
    expect(renewals.mock.calls).toEqual([[LISTED, { cache: 'reload', integrity: 'sha256-BBBB' }]]);
  });

  test('is given up if the right bytes do not come', async () => {
    importScript.mockRejectedValue(failure);
    renewals.mockRejectedValue(new TypeError('integrity'));
    await expect(scripts().import(LISTED)).rejects.toBe(failure);
    expect(importScript).toHaveBeenCalledTimes(1);
  });

  test('for as long as the page lives needs a new page', async () => {
    importScript.mockImplementation(() => Promise.reject(new TypeError(failure.message)));
    const error: unknown = await scripts()
      .import(LISTED)
      .catch((reason: unknown) => reason);
    expect([isCachedFailure(new Error('wrapped', { cause: error })), error instanceof TypeError]).toEqual([true, true]);
  });

  test('because it throws has thrown', async () => {
    importScript.mockRejectedValue(failure);
    const page = scripts();
    await expect(page.import(LISTED)).rejects.toBe(failure);
    expect([page.hasThrown(LISTED), isCachedFailure(failure)]).toEqual([true, false]);
  });
});

test('one that is asked for twice has one element', async () => {
  const page = scripts();
  const both = [page.import(FURTHER), page.import(FURTHER)];
  (await elementAdded())?.dispatchEvent(new Event('load'));
  await Promise.all(both);
  expect(elements()).toHaveLength(1);
});

test.each([
  ['without a hash', UNKNOWN],
  ['of another origin', 'https://attacker.example/assets/mfe-account/entry.0123456789abcdef.js'],
  ['beside the files of parts', 'http://localhost/mfe-account/entry.0123456789abcdef.js'],
  ['below them', 'http://localhost/assets/mfe-account/entry.0123456789abcdef.js/more'],
])('one %s is refused, and nothing is requested', async (_, url) => {
  await expect(scripts().import(url)).rejects.toThrow('has no hash');
  expect(elements()).toEqual([]);
  expect(importScript).not.toHaveBeenCalled();
});

test('a failure to learn the hash is told as such', async () => {
  getScripts.mockRejectedValueOnce(new DescriptorError('offline'));
  await expect(scripts().import(FURTHER)).rejects.toThrow(DescriptorError);
});

test('the policy of Trusted Types accepts addresses that have a hash', async () => {
  let accepts: ((url: string) => string) | undefined;
  const createPolicy = jest.fn((_name: string, rules: { createScriptURL(url: string): string }) => {
    accepts = (url) => rules.createScriptURL(url);
    return rules;
  });
  Object.assign(window, { trustedTypes: { createPolicy } });
  const imported = scripts().import(FURTHER);
  (await elementAdded())?.dispatchEvent(new Event('load'));
  await imported;
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['checked-scripts']);
  expect(accepts?.(FURTHER)).toBe(FURTHER);
  expect(() => accepts?.(UNKNOWN)).toThrow(TypeError);
});

test('a preload fetches a file once, with its hash, and says whether it has come', async () => {
  const answer = (ok: boolean) => Object.assign(new Response(null), { ok });
  const fetched = jest.fn<typeof fetch>(async () => answer(true));
  Object.assign(globalThis, { fetch: fetched, Response: Object }); // jsdom has no Response
  const page = scripts();
  const further = { file: 'entry.0123456789abcdef.js', integrity: HASH };
  expect(await page.preload('mfe-account', [further])).toBe(true);
  expect(await page.preload('mfe-account', [further])).toBe(true);
  expect(await page.preload('mfe-hubs', [further])).toBe(true); // the import map has it
  expect(await page.preload('mfe-account', [])).toBe(false); // the page does not know the files
  expect(fetched.mock.calls).toEqual([
    ['/assets/mfe-account/entry.0123456789abcdef.js', { integrity: HASH, credentials: 'same-origin', priority: 'low' }],
  ]);
  fetched.mockRejectedValue(new TypeError('offline'));
  const other = scripts();
  expect(await other.preload('mfe-account', [further])).toBe(false);
  fetched.mockResolvedValue(answer(false));
  expect(await other.preload('mfe-account', [further])).toBe(false);
  fetched.mockResolvedValue(answer(true));
  expect(await other.preload('mfe-account', [further])).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(5); // once more for the copy without an answer
});

test('an address with a query is not the listed one', async () => {
  await expect(scripts().import(`${LISTED}?other`)).rejects.toThrow('has no hash');
});
