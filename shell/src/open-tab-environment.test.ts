/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { discardUnsavedInput, holdUnsavedInput, notify } from '@portal/ui';
import { stubBrowser } from './testing/browser-stubs.ts';
import { openTabEnvironment } from './open-tab.ts';

const { ask, isFree, isTyping } = openTabEnvironment;

function answer(body: unknown, status = 200) {
  const asked = jest.fn<typeof fetch>(async () =>
    Promise.resolve(Object.assign(new Response(null), { ok: status < 300, status, json: async () => body })),
  );
  Object.assign(globalThis, { fetch: asked });
  return asked;
}

beforeEach(() => {
  stubBrowser();
});
afterEach(() => {
  discardUnsavedInput();
  document.body.innerHTML = '';
});

describe('a page can be replaced', () => {
  test('when nothing on it would be lost', () => {
    expect(isFree()).toBe(true);
  });

  test('but not while it has unsaved input', () => {
    const release = holdUnsavedInput(() => undefined);
    expect(isFree()).toBe(false);
    release();
    expect(isFree()).toBe(true);
  });

  test.each(['<button aria-busy="true">Deleting…</button>', '<input type="checkbox" role="switch" aria-busy="true">'])(
    'and not while an action such as a deletion runs: %s',
    (control) => {
      document.body.innerHTML = control;
      expect(isFree()).toBe(false);
    },
  );

  test.each([
    ['that loads', '<div class="page-skeleton" aria-busy="true"></div>'],
    ['whose language is changing', '<select aria-busy="true"></select>'],
    ['whose way to the provider hangs', '<a href="/" aria-busy="true">Leaving…</a>'],
  ])('even one %s', (_, busy) => {
    document.body.innerHTML = busy;
    expect(isFree()).toBe(true);
  });

  test('and not while offline', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(isFree()).toBe(false);
  });

  test('and not while a notice is shown', () => {
    notify({ kind: 'success', text: 'Saved.' });
    expect(isFree()).toBe(false);
  });
});

test('and a focused field means that the user is typing', () => {
  document.body.innerHTML = '<button>A</button><input>';
  document.querySelector('button')?.focus();
  expect(isTyping()).toBe(false);
  document.querySelector('input')?.focus();
  expect(isTyping()).toBe(true);
});

describe('the request for the live release', () => {
  test('revalidates the browser’s cache with its tag', async () => {
    const asked = answer({ number: 8, view: 'abc', urgent: 0 });
    expect(await ask()).toEqual({ number: 8, view: 'abc', urgent: 0 });
    expect(asked.mock.calls[0]?.[0]).toBe('/release.json');
    expect(asked.mock.calls[0]?.[1]?.cache).toBe('no-cache');
  });

  test.each([
    ['refused', {}, 503, '/release.json answered 503'],
    ['answered in another shape', { number: '8' }, 200, '/release.json: "number"'],
  ])('fails when it is %s', async (_, body, status, message) => {
    answer(body, status);
    await expect(ask()).rejects.toThrow(message);
  });
});
