import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { PORTAL, refusalIn } from './demo-backend.ts';
import type { BackendClient } from './demo-backend.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  /** JSON, or the bytes of a piece. */
  readonly body: object | Buffer;
}

/**
 * Sends a call whose body is held back until `meanwhile` has happened, as a hostile sender does. @returns status and
 * first error
 */
export async function sendHeld(
  client: BackendClient,
  { method, path, token, body }: Call,
  meanwhile: () => Promise<unknown>,
) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const sender = request(`${client.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      origin: PORTAL,
      'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
      'content-length': bytes.length,
      // The server answers it once it has taken the head of the request.
      expect: '100-continue',
    },
  });
  const answered = once(sender, 'response') as Promise<[IncomingMessage]>;
  sender.flushHeaders();
  await once(sender, 'continue');
  await meanwhile();
  sender.end(bytes);
  const [answer] = await answered;
  return refusalIn({ status: answer.statusCode ?? 0, headers: new Headers(), body: await json(answer) });
}
