/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { pageReporter } from './reporter.ts';

const FAILURE = { part: 'mfe-hubs', version: '1.0.0', failure: 'tampered' } as const;
const LOAD = { part: 'mfe-hubs', version: '1.0.0', loadedIn: 400 } as const;

/** The reports that were sent, one list per beacon. */
let sent: unknown[] = [];

beforeEach(() => {
  sent = [];
  class TextBlob {
    readonly text: string;
    readonly type: string | undefined;

    constructor([text = '']: readonly string[], { type }: { readonly type?: string } = {}) {
      this.text = text;
      this.type = type;
    }
  }
  Object.assign(globalThis, { Blob: TextBlob });
  Object.assign(navigator, {
    sendBeacon(address: string, body: unknown) {
      if (address !== '/reports' || !(body instanceof TextBlob)) throw new Error(`${address} is not for reports`);
      if (body.type !== 'application/json') throw new Error('the server would not take it');
      sent.push(JSON.parse(body.text));
      return true;
    },
  });
});

function hide(): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('loads are reported once, when the page is hidden', () => {
  const report = pageReporter();
  report(LOAD);
  report({ ...LOAD, loadedIn: 500 });
  expect(sent).toEqual([]);
  hide();
  hide();
  expect(sent).toEqual([[LOAD, { ...LOAD, loadedIn: 500 }]]);
});

test('a failure is reported at once, with all waiting reports', () => {
  const report = pageReporter();
  report(LOAD);
  report(FAILURE);
  expect(sent).toEqual([[LOAD, FAILURE]]);
});

test('a page sends at most forty reports', () => {
  const report = pageReporter();
  for (let time = 0; time < 100; time += 1) report(FAILURE);
  expect(sent.flat()).toHaveLength(40);
});
