import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { hasCode } from './error-code.ts';
import { PortTakenError } from './free-port.mjs';

export { PortTakenError };

export interface ListenOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** "localhost" means both of its addresses. */
  readonly host: string;
  /** Environment variable that chooses the port, for messages. */
  readonly variable: string;
  /** How long running requests may take when the server closes, in milliseconds; two seconds by default. */
  readonly grace?: number | undefined;
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

function listenOn(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

/**
 * How long a connection is kept for the next request, in milliseconds: longer than proxies keep theirs (60 s is common), so that they end
 * them. Otherwise a request may be sent on a connection that this server is just closing, and fails.
 */
const KEEP_ALIVE_MS = 75_000;

/** A server whose connections end with the request under way once it closes, also those that a client keeps for the next one. */
function createDrainingServer(handler: RequestListener): Server {
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!server.listening) server.closeIdleConnections();
    });
    handler(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** Waits for running requests, at most `grace` milliseconds, and closes idle connections at once. */
function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

interface Opened {
  readonly servers: readonly Server[];
  readonly port: number;
}

/** Listens on an address; for "localhost", on both of its addresses if the machine has both. Rejects with the error of Node. */
async function openServers(handler: RequestListener, wanted: number, host: string): Promise<Opened> {
  const servers: Server[] = [];
  let port = wanted;
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createDrainingServer(handler);
    try {
      port = await listenOn(server, port, address);
      servers.push(server);
    } catch (error) {
      // A machine without IPv6 has only the first loopback address.
      if (servers.length > 0 && hasCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) continue;
      await Promise.all(servers.map((opened) => closeServer(opened, 0)));
      // The port that was free on the first address is taken on the second.
      if (wanted === 0 && hasCode(error, 'EADDRINUSE')) return await openServers(handler, wanted, host);
      throw error;
    }
  }
  return { servers, port };
}

/**
 * Listens on an address; for "localhost", on both of its addresses if the machine has both.
 * @throws {PortTakenError} when the port is taken on one of them.
 */
export async function listen(
  handler: RequestListener,
  { port, host, variable, grace = 2000 }: ListenOptions,
): Promise<Listening> {
  const opened = await openServers(handler, port, host).catch((error: unknown) => {
    throw hasCode(error, 'EADDRINUSE') ? new PortTakenError(port, variable, error) : error;
  });
  return {
    port: opened.port,
    async close() {
      await Promise.all(opened.servers.map((server) => closeServer(server, grace)));
    },
  };
}
