import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { checkPdf, isCompletePdf } from './check-pdf.ts';

const OWN = 'https://portal.example';
const URL_OF_PDF = `${OWN}/documents/terms/v2/EN.pdf`;
const WHOLE = '%PDF-1.7\nwords\n%%EOF\n';
const bytes = (text: string) => new TextEncoder().encode(text);

const request = jest.fn<typeof fetch>();
beforeEach(() => {
  globalThis.fetch = request;
  request.mockReset();
});
const given = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = given;
});

function answer(text: string, { status = 200, url = URL_OF_PDF } = {}): Response {
  const response = new Response(bytes(text), { status });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
const check = () => checkPdf(URL_OF_PDF, [OWN, 'https://files.example'], new AbortController().signal);

test.each<[string, string, boolean]>([
  ['a complete PDF', WHOLE, true],
  ['a truncated PDF', '%PDF-1.7\nwords', false],
  ['an HTML page', '<!doctype html><p>%PDF-</p>%%EOF', false],
  ['nothing', '', false],
  ['an end marker that comes too early', `%PDF-1.7 %%EOF${' '.repeat(2000)}`, false],
])('%s is recognised as a PDF or not', (_, text, whole) => {
  expect(isCompletePdf(bytes(text))).toBe(whole);
});

test('a complete PDF is accepted; its request sends other hosts no cookies and no referrer', async () => {
  request.mockResolvedValue(answer(WHOLE));
  await check();
  const [url, options] = request.mock.calls[0] ?? [];
  expect(url).toBe(URL_OF_PDF);
  expect(options).toMatchObject({ credentials: 'same-origin', referrerPolicy: 'no-referrer' });
  expect(options?.headers).toBeUndefined();
});

test('a PDF from an allowed origin is accepted, with its bytes', async () => {
  request.mockResolvedValue(answer(WHOLE, { url: 'https://files.example/a.pdf' }));
  await expect(check()).resolves.toEqual(bytes(WHOLE));
});

test.each<[string, () => Promise<Response>, string]>([
  ['does not arrive', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
  ['is missing', async () => answer(WHOLE, { status: 404 }), 'answers 404'],
  ['is truncated', async () => answer('%PDF-1.7\nwor'), 'not a complete PDF'],
  ['is no PDF', async () => answer('<!doctype html>'), 'not a complete PDF'],
  [
    'was redirected to another host',
    async () => answer(WHOLE, { url: 'https://evil.example/a.pdf' }),
    'an origin that is not allowed',
  ],
])('a PDF that %s is refused', async (_, respond, words) => {
  request.mockImplementation(respond);
  await expect(check()).rejects.toThrow(words);
});

test('a PDF that hangs fails after 30 seconds', async () => {
  const limit = new AbortController();
  const limited = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  request.mockImplementation(
    async (_, options) =>
      await new Promise((__, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
      }),
  );
  const checked = check();
  limit.abort(new DOMException('The operation timed out.', 'TimeoutError'));
  await expect(checked).rejects.toThrow('timed out');
  expect(limited).toHaveBeenCalledWith(30_000);
  limited.mockRestore();
});
