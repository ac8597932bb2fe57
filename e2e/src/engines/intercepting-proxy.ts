import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of the portal on its way to the browser. */
export interface PassingAnswer {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface InterceptingProxy extends Disposable {
  readonly url: string;
}

/** Headers that are of one connection, or of a coding that the middleman has undone. */
const NOT_PASSED: ReadonlySet<string> = new Set([
  'connection',
  'host',
  'accept-encoding',
  'available-dictionary',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

function passed(headers: Iterable<readonly [string, unknown]>): Record<string, string> {
  return Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      typeof value === 'string' && !NOT_PASSED.has(name) ? [[name, value]] : [],
    ),
  );
}

/** Somebody between the portal and the browser, who changes its answers. */
export async function interceptRequests(
  portal: string,
  change: (answer: PassingAnswer) => Partial<PassingAnswer>,
): Promise<InterceptingProxy> {
  const passOn = async (path: string, method: string | undefined, asked: IncomingHttpHeaders) => {
    const answer = await fetch(portal + path, {
      method: method ?? 'GET',
      headers: passed(Object.entries(asked)),
      redirect: 'manual',
    });
    const passing = {
      path,
      status: answer.status,
      headers: passed(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    };
    return { ...passing, ...change(passing) };
  };
  const server = createServer((request, response) => {
    // Bodies are not passed on. What pages report here is the middleman's doing.
    if (request.method === 'POST') {
      response.writeHead(204).end();
      return;
    }
    void passOn(request.url ?? '/', request.method, request.headers).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers);
        response.end(body);
      },
      () => response.destroy(),
    );
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
