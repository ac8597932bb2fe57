/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { parseReports } from '@portal/contract/report';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { reportStartFailure, showStartFailure } from './start-failure.ts';
import { testPortal } from './testing/open-portal.tsx';

describe('what the visitor sees when the portal does not start', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockReturnValue();
    document.documentElement.lang = 'en';
    document.body.innerHTML = '<div id="portal"><header>Painted</header><main id="main">Skeleton</main></div>';
  });

  test.each([
    ['en', 'The portal did not start'],
    ['de', 'Das Portal ist nicht gestartet'],
    ['fr', 'Le portail n’a pas démarré'],
    ['nl', 'Het portaal is niet gestart'],
    ['', 'The portal did not start'],
  ])('in a page in "%s" the failure says "%s"', (lang, heading) => {
    document.documentElement.lang = lang;
    showStartFailure(new Error('no page data'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  });

  test('a prerendered document can still be read below the message, without the controls that nobody serves', () => {
    const main = screen.getByRole('main');
    main.innerHTML = '<div id="prerendered" class="prerendered"><h1>Terms</h1><p>Words</p></div>';
    showStartFailure(new Error('no page data'));
    const message = screen.getByRole('alert');
    expect(message.textContent).toContain('The portal did not start');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms');
    const words = screen.getByText('Words');
    expect(message.compareDocumentPosition(words)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(words.closest('.prerendered--alone')).not.toBeNull();
  });

  test('the message replaces the skeleton, not the header, and the cause is logged', () => {
    const error = new Error('no page data');
    showStartFailure(error);
    expect(screen.getByRole('banner').textContent).toBe('Painted');
    expect(screen.getByRole('main').textContent).not.toContain('Skeleton');
    expect(console.error).toHaveBeenCalledWith(expect.any(String), error);
  });

  test.each([true, false])(
    '"Try again" renews the files of the page, then reloads it, whether they come or not',
    async (ok) => {
      document.head.innerHTML =
        '<script type="importmap">{"integrity":{"/assets/shell/vendor.0123456789abcdef.js":"sha256-BBBB"}}</script>' +
        '<script type="module" src="/assets/shell/shell.0123456789abcdef.js"></script>';
      Object.assign(document.querySelector('[src]') ?? {}, { integrity: 'sha256-AAAA' }); // jsdom does not know it
      const reload = jest.fn();
      const asked = jest.fn(async (_url: string, _init: RequestInit) => {
        expect(reload).not.toHaveBeenCalled();
        return Promise.resolve({ ok });
      });
      Object.assign(globalThis, { fetch: asked });
      showStartFailure(new Error('no page data'), reload);
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
      expect(
        asked.mock.calls.map(([url, { cache, integrity }]) => [
          new URL(url, document.baseURI).pathname,
          cache,
          integrity,
        ]),
      ).toEqual([
        ['/assets/shell/vendor.0123456789abcdef.js', 'reload', 'sha256-BBBB'],
        ['/assets/shell/shell.0123456789abcdef.js', 'reload', 'sha256-AAAA'],
      ]);
    },
  );
});

describe('the report to the web server', () => {
  const sendBeacon = jest.fn<Navigator['sendBeacon']>();

  beforeEach(() => {
    sendBeacon.mockReset();
    Object.assign(navigator, { sendBeacon });
    document.body.innerHTML = '';
  });

  /** The body sent to the server, as text. */
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
  ])('names the shell’s version in the form that the web server accepts, from a page %s', async (_, data) => {
    setPageData(JSON.stringify(data));
    reportStartFailure('unreachable');
    expect(parseReports(JSON.parse(await sent()))).toEqual({
      visit: window.__visit,
      reports: [{ part: 'shell', version: '1.2.115-local.0a1b2c3', failure: 'unreachable' }],
    });
  });

  test.each(['', '{"release":', 'null', '{"release":{"remotes":{}}}'])(
    'is not sent from a page with broken data (%j)',
    (text) => {
      setPageData(text);
      reportStartFailure('crashed');
      expect(sendBeacon).not.toHaveBeenCalled();
    },
  );
});
