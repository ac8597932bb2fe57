import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of the portal on its way to the browser. */
export interface PassingAnswer {
  readonly path: string;
  readonly type: string;
  readonly policy: string;
  readonly body: Buffer;
}

export interface Middleman extends Disposable {
  readonly url: string;
}

/** Somebody between the portal and the browser, who changes its answers. */
export async function standBetween(
  portal: string,
  change: (answer: PassingAnswer) => Partial<PassingAnswer>,
): Promise<Middleman> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const { cookie, 'accept-language': languages } = request.headers;
    const headers = { ...(cookie && { cookie }), ...(languages && { 'accept-language': languages }) };
    void fetch(portal + path, { headers }).then(async (answer) => {
      const passing = {
        path,
        type: answer.headers.get('content-type') ?? '',
        policy: answer.headers.get('content-security-policy') ?? '',
        body: Buffer.from(await answer.arrayBuffer()),
      };
      const { type, policy, body } = { ...passing, ...change(passing) };
      response.writeHead(answer.status, { 'content-type': type, ...(policy && { 'content-security-policy': policy }) });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // An address always, because the server listens on a port.
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
