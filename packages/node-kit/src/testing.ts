import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseSetCookie } from 'cookie';
import type { SetCookie } from 'cookie';
import { hasCode } from './error-code.ts';

/** Below the ports that systems use for outgoing connections, and in a separate range for each of Jest's workers, so that a free port stays free. */
let lastPort = 29_000 + (Number(process.env['JEST_WORKER_ID'] ?? 0) % 3) * 1000 + (process.pid % 800);

/** For tests: a free port of 127.0.0.1, another one each time. */
export async function freePort(): Promise<number> {
  lastPort += 1;
  const port = lastPort;
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error;
    return await freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

/** For tests: the cookies that a response sets, their values as they are on the wire; an empty value removes the cookie. */
export function cookiesSetBy({ headers }: Pick<Response, 'headers'>): readonly SetCookie[] {
  return headers.getSetCookie().map((line) => parseSetCookie(line, { decode: (value) => value }));
}
