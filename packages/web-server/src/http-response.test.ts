import { afterEach, expect, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import type { Listening } from '@portal/node-kit/listen';
import { observed } from '@portal/node-kit/observed';
import { createServerLog } from '@portal/node-kit/server-log';
import type { ListenerOptions } from './http-response.ts';
import { requestListener, SharedHeaders } from './http-response.ts';

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(options: Omit<ListenerOptions, 'log'>) {
  const lines: string[] = [];
  const log = createServerLog({ server: 'a', format: 'json', write: (line) => lines.push(line) });
  const listener = requestListener({ ...options, log });
  const handler = observed(listener, { log, accessLog: false, isTrusted: () => false, takesContext: true });
  const server = await listen(handler, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  open.push(server);
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { url: `http://127.0.0.1:${String(server.port)}/login`, logged };
}

const found = { status: 200, headers: {}, body: 'found' };

test('what is in memory is sent as it is, and anything else is answered', async () => {
  const answer = async () => ({ ...found, body: 'made' });
  const { url } = await serve({ fromMemory: ({ headers }) => (headers['x-known'] ? found : undefined), answer });
  expect(await (await fetch(url, { headers: { 'x-known': '1' } })).text()).toBe('found');
  expect(await (await fetch(url)).text()).toBe('made');
});

test.each([
  ['in memory', { fromMemory: () => fail() }],
  ['that has to be made', { answer: () => Promise.reject(new Error('broken')) }],
])('an error of an answer %s is in the log with the request, and the server goes on', async (_which, options) => {
  const { url, logged } = await serve({ answer: async () => found, ...options });
  for (let turn = 0; turn < 2; turn += 1) {
    const answered = await fetch(url);
    expect(answered.status).toBe(500);
    expect(logged().at(-1)).toMatchObject({ message: 'other failed', requestId: answered.headers.get('x-request-id') });
  }
});

test('an answer that cannot be sent ends the connection, and is in the log with the request', async () => {
  const headers = new SharedHeaders({ bad: 'a\nb' });
  const { url, logged } = await serve({ fromMemory: () => ({ ...found, headers }), answer: async () => found });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(logged()).toMatchObject([{ message: 'the answer could not be sent', requestId: expect.any(String) }]);
});

function fail(): never {
  throw new Error('broken');
}
