/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { parseReports } from '@portal/contract/report';
import { FIRST_REPORT_MS, pageReporter } from './reporter.ts';

const FAILURE = { part: 'mfe-hubs', version: '1.0.0', failure: 'tampered' } as const;
const LOAD = { part: 'mfe-hubs', version: '1.0.0', loadedIn: 400 } as const;

/** What was sent, one body per beacon. */
let sent: unknown[] = [];
const reports = () => sent.map((body) => parseReports(body).reports);

afterEach(() => {
  jest.useRealTimers();
});
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
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

test('loads are reported together, once soon and then when the page is hidden', () => {
  jest.useFakeTimers();
  const report = pageReporter();
  report(LOAD);
  jest.advanceTimersByTime(FIRST_REPORT_MS - 1);
  report({ ...LOAD, part: 'mfe-account' });
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(reports()).toEqual([[LOAD, { ...LOAD, part: 'mfe-account' }]]);
  report({ ...LOAD, part: 'mfe-legal' });
  jest.advanceTimersByTime(FIRST_REPORT_MS * 10);
  expect(sent).toHaveLength(1);
  hide();
  hide();
  expect(reports()[1]).toEqual([{ ...LOAD, part: 'mfe-legal' }]);
  expect(sent).toHaveLength(2);
});

test('a failure is reported at once, with all waiting reports', () => {
  const report = pageReporter();
  report(LOAD);
  report(FAILURE);
  expect(reports()).toEqual([[LOAD, FAILURE]]);
});

test('a failure of what has been reported before says when, and all reports name the same visit', () => {
  jest.useFakeTimers();
  const report = pageReporter();
  report(LOAD);
  report(FAILURE);
  jest.advanceTimersByTime(42_000);
  report({ ...FAILURE, failure: 'crashed' });
  report({ ...FAILURE, version: '0.9.0' });
  expect(reports().slice(1)).toEqual([
    [{ ...FAILURE, failure: 'crashed', follows: 42_000 }],
    [{ ...FAILURE, version: '0.9.0' }],
  ]);
  expect(sent.map((body) => parseReports(body).visit)).toEqual(Array.from({ length: 3 }, () => window.__visit));
});

test('a failure after what people felt of a part that has not loaded yet is the first report of the visit', () => {
  jest.useFakeTimers();
  const report = pageReporter();
  report({ part: 'mfe-hubs', version: '1.0.0', vital: 'LCP', value: 1234 });
  jest.advanceTimersByTime(FIRST_REPORT_MS);
  report(FAILURE);
  expect(reports()[1]).toEqual([FAILURE]);
});

test('what the document’s listeners report when it is hidden is sent together with the rest', () => {
  const report = pageReporter();
  document.addEventListener('visibilitychange', () => report({ ...LOAD, part: 'mfe-legal' }), { once: true });
  report(LOAD);
  hide();
  expect(reports()).toEqual([[LOAD, { ...LOAD, part: 'mfe-legal' }]]);
});

test('a failure is reported once, and ten different ones of a version', () => {
  const report = pageReporter();
  for (let time = 0; time < 3; time += 1) report(FAILURE);
  expect(sent).toHaveLength(1);
  for (let time = 0; time < 20; time += 1) report({ ...FAILURE, failure: 'crashed', message: `Error ${time}` });
  expect(sent).toHaveLength(10);
});

test('a page sends at most forty reports', () => {
  const report = pageReporter();
  for (let time = 0; time < 100; time += 1) report({ ...FAILURE, part: `mfe-${time}` });
  expect(reports().flat()).toHaveLength(40);
});
