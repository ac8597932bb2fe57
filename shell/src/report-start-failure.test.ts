/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { parseReports } from '@portal/contract/report';
import { testPortal } from './testing/open-portal.tsx';
import { reportStartFailure } from './report-start-failure.ts';

const sendBeacon = jest.fn<Navigator['sendBeacon']>();

beforeEach(() => {
  sendBeacon.mockReset();
  Object.assign(navigator, { sendBeacon });
  document.body.innerHTML = '';
});

/** What the server is sent, as text. */
async function sent(): Promise<string> {
  const [address, body] = sendBeacon.mock.calls[0] ?? [];
  expect(address).toBe('/reports');
  if (!(body instanceof Blob)) throw new Error('nothing was sent');
  return await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsText(body);
  });
}

function setPageData(text: string): void {
  const data = document.createElement('script');
  data.id = 'portal-page';
  data.type = 'application/json';
  data.textContent = text;
  document.body.append(data);
}

const { page } = testPortal();
const { version, ...rest } = page.release.shell;
const inAnotherOrder = { ...page, release: { ...page.release, shell: { ...rest, version } } };

test.each([
  ['as it was made', page],
  ['in any order', inAnotherOrder],
])(
  'a shell that does not start is reported by its version, as the web server takes it, from a page %s',
  async (_, data) => {
    setPageData(JSON.stringify(data));
    reportStartFailure('unreachable');
    expect(parseReports(JSON.parse(await sent()))).toEqual([
      { part: 'shell', version: '1.2.115-local.0a1b2c3', failure: 'unreachable' },
    ]);
  },
);

test('a page without its data reports nothing', () => {
  reportStartFailure('crashed');
  expect(sendBeacon).not.toHaveBeenCalled();
});

test.each(['', '{"release":', 'null', '{"release":{"remotes":{}}}'])('nor does one with broken data (%j)', (text) => {
  setPageData(text);
  reportStartFailure('crashed');
  expect(sendBeacon).not.toHaveBeenCalled();
});
