import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { hasCode } from './error-code.ts';
import { PortTakenError } from './free-port.mjs';
import { SettingError } from './settings.mjs';

export { PortTakenError };

export interface ListenOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** "localhost" means both of its addresses. */
  readonly host: string;
  /** Environment variable that chooses the port, for messages. */
  readonly variable: string;
  /** Environment variable that chooses the address, for messages; HOST by default. */
  readonly hostVariable?: string | undefined;
  /** How long running requests may take when the server closes, in milliseconds; two seconds by default. */
  readonly grace?: number | undefined;
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** "http://localhost:4000", with brackets where `host` is an address of IPv6. */
export const toAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;

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
 * How long a connection is kept for the next request, in milliseconds: longer than proxies keep theirs (60 s is
 * common), so that they end them. Otherwise a request may be sent on a connection that this server is just closing, and
 * fails.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * The longest headers of a request, in bytes: as long as a proxy in front lets through (four of 16 KiB in nginx's
 * file), because the cookies of a shared domain may be long. Otherwise Node refuses the request before this server
 * could count it, or say so.
 */
const MOST_HEADERS = 64 * 1024;

/** How often a server that closes looks for connections that a client keeps for a next request, in milliseconds. */
const CLOSE_IDLE_MS = 20;

/** Waits for running requests, at most `grace` milliseconds, and closes connections once they are idle. */
function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), grace);
    const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
  });
}

interface Opened {
  readonly servers: readonly Server[];
  readonly port: number;
}

/**
 * Listens on an address; for "localhost", on both of its addresses if the machine has both. Rejects with the error of
 * Node.
 */
async function openServers(handler: RequestListener, wanted: number, host: string): Promise<Opened> {
  const servers: Server[] = [];
  let port = wanted;
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer({ maxHeaderSize: MOST_HEADERS, keepAliveTimeout: KEEP_ALIVE_MS }, handler);
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

/** What a person can do about an error of Node; the error itself if that is not known. */
function explain(error: unknown, { port, host, variable, hostVariable = 'HOST' }: ListenOptions): unknown {
  if (hasCode(error, 'EADDRINUSE')) return new PortTakenError(port, variable, error);
  if (hasCode(error, 'EACCES'))
    return new SettingError(
      `${variable} is ${String(port)}, which this user may not use: set it to another port, such as one above 1023.`,
      { cause: error },
    );
  if (hasCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN'))
    return new SettingError(
      `${hostVariable} is "${host}", which is no address of this machine: set it to one, or to "0.0.0.0" for all of them.`,
      { cause: error },
    );
  return error;
}

/**
 * Listens on an address; for "localhost", on both of its addresses if the machine has both.
 * @throws {PortTakenError} when the port is taken on one of them; {SettingError} when port or address cannot be used.
 */
export async function listen(handler: RequestListener, options: ListenOptions): Promise<Listening> {
  const { port, host, grace = 2000 } = options;
  const opened = await openServers(handler, port, host).catch((error: unknown) => {
    throw explain(error, options);
  });
  return {
    port: opened.port,
    async close() {
      await Promise.all(opened.servers.map((server) => closeServer(server, grace)));
    },
  };
}
