import { afterEach, expect, test } from '@jest/globals';
import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import { observeRequests } from '@portal/node-kit/observe-requests';
import { createServerLog } from '@portal/node-kit/server-log';
import { requestListener } from './http-response.ts';

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
