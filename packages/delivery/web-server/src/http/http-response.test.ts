import { afterEach, expect, test, describe } from '@jest/globals';
import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import { observeRequests } from '@portal/node-kit/observe-requests';
import { createServerLog } from '@portal/node-kit/server-log';
import { requestListener, Compressed, offeredDictionary } from './http-response.ts';
import { createHash } from 'node:crypto';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(options: Omit<Parameters<typeof requestListener>[0], 'log'>) {
  const lines: string[] = [];
  const log = createServerLog({ server: 'a', format: 'json', write: (line) => lines.push(line) });
  const listener = requestListener({ ...options, log });
  const handler = observeRequests(listener, { log, accessLog: false, isTrusted: () => false });
  const server = await listen(handler, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  open.push(server);
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { url: `http://127.0.0.1:${String(server.port)}/login`, logged };
}

test('an answer that fails is in the log with the request, and the server goes on', async () => {
  const { url, logged } = await serve({ answer: () => Promise.reject(new Error('broken')) });
  for (let turn = 0; turn < 2; turn += 1) {
    const answered = await fetch(url);
    expect(answered.status).toBe(500);
    expect(logged().at(-1)).toMatchObject({ message: 'other failed', requestId: answered.headers.get('x-request-id') });
  }
});

test('an answer that cannot be sent ends the connection, and is in the log with the request', async () => {
  const { url, logged } = await serve({
    answer: async () => ({ status: 200, headers: { bad: 'a\nb' }, body: 'found' }),
  });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(logged()).toMatchObject([{ message: 'the answer could not be sent', requestId: expect.any(String) }]);
});

test.each(['br', 'gzip'] as const)('a small file in %s keeps no more memory than its bytes', async (encoding) => {
  const content = new Compressed(Buffer.from('export const word = "again"; '.repeat(20)), 5);
  const { bytes, encoding: used } = await content.encode(encoding);
  expect(used).toBe(encoding);
  expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
});

const HASH = createHash('sha256').update('a file from before').digest('base64');
const OFFER = `:${HASH}:`;
/** What Chromium sends with a dictionary. */
const CHROMIUM = 'gzip, deflate, br, zstd, dcb, dcz';

const offered = (accepted: string | undefined, available?: string) =>
  offeredDictionary({
    ...(accepted !== undefined && { 'accept-encoding': accepted }),
    ...(available !== undefined && { 'available-dictionary': available }),
  });

describe('a dictionary is taken', () => {
  test.each([CHROMIUM, 'br;q=0.5, dcb;q=0.5', 'DCB', ' dcb ; q=1 , br', '*;q=0.1, dcb;q=0.2'])(
    'with "%s"',
    (accepted) => {
      expect(offered(accepted, OFFER)).toBe(HASH);
    },
  );

  test.each([undefined, 'dcz', '*', 'dcb;q=0', 'dcb;q=nothing', '*, dcb;q=0.9', 'gzip;q=0.6, dcb;q=0.5', 'xdcb'])(
    'not with "%s"',
    (accepted) => {
      expect(offered(accepted, OFFER)).toBeUndefined();
    },
  );
});

describe('a dictionary is known', () => {
  test.each([
    ['missing', undefined],
    ['an empty byte sequence', '::'],
    ['open at its end', `:${HASH}`],
    ['too short', `:${createHash('sha1').update('').digest('base64')}:`],
    ['too long', `:${createHash('sha512').update('').digest('base64')}:`],
    ['in another alphabet', ':-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_-_=:'],
    ['without its padding', `:${HASH.slice(0, -1)}:`],
    ['with bits beyond its end', `:${HASH.slice(0, -2)}B=:`],
    ['a list', `${OFFER}, ${OFFER}`],
    ['with a parameter', `${OFFER};a=1`],
    ['a million signs', `:${'A'.repeat(1_000_000)}=:`],
  ])('not by a header that is %s', (_what, available) => {
    expect(offered(CHROMIUM, available)).toBeUndefined();
  });
});
