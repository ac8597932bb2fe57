import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWebServer, workerPort } from './portal-process.ts';
import type { WebServerProcess } from './portal-process.ts';

/** What a CDN does with a request: it takes the file from the portal, changes its bytes, or never answers. */
type Manner = 'passes' | 'changes' | 'hangs';

/** What a changed script would set, if it ran. */
const CHANGE = '\n;globalThis.altered=true;';

interface Cdn {
  readonly origin: string;
  /** What browsers have asked for. */
  readonly asked: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** How it answers `paths` from now on. */
  now(manner: Manner, paths?: RegExp): void;
  /** It answers nobody any more. */
  stop(): Promise<void>;
}

/** A CDN on a host of its own, which takes the files of parts from the portal. */
async function startCdn(portal: string): Promise<Cdn> {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  let manner: Manner = 'passes';
  let changing = /./;
  const server = createServer(({ url: path = '/', headers }, response) => {
    asked.push({ path, headers });
    const current = changing.test(path) ? manner : 'passes';
    if (current === 'hangs') return;
    const accepts = { 'accept-encoding': current === 'passes' ? headers['accept-encoding'] : 'identity' };
    const pull = request(portal + path, { headers: { ...accepts, origin: headers.origin } }, (answer) => {
      const { 'content-length': _, ...passed } = answer.headers;
      // So that a test that follows does not find changed bytes in the browser's cache.
      const kept = current === 'changes' ? { 'cache-control': 'no-store' } : {};
      response.writeHead(path.startsWith('/assets/') ? (answer.statusCode ?? 500) : 403, { ...passed, ...kept });
      if (current === 'changes') answer.on('end', () => response.end(CHANGE)).pipe(response, { end: false });
      else answer.pipe(response);
    });
    pull.on('error', () => response.destroy()).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // An address always, because the server listens on a port.
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    now(next, paths = /./) {
      manner = next;
      changing = paths;
    },
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface PortalWithCdn extends WebServerProcess {
  readonly cdn: Cdn;
}

/** A web server whose pages take the files of parts from a CDN. */
export async function startPortalWithCdn(): Promise<PortalWithCdn> {
  const cdn = await startCdn(`http://localhost:${String(workerPort())}`);
  const server = await startWebServer(undefined, { ASSET_ORIGIN: cdn.origin });
  return {
    ...server,
    cdn,
    async stop() {
      await cdn.stop();
      await server.stop();
    },
  };
}
