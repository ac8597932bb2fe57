import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';

/** How long requests that are under way may take when the server closes, in milliseconds. */
const GRACE_MS = 2000;

/** The port belongs to somebody else. The message names the port, and the variable that chooses another. */
export class PortTakenError extends Error {
  readonly port: number;

  constructor(port: number, variable: string, cause: unknown) {
    super(`Port ${String(port)} is taken by another program. Stop that one, or choose another port with ${variable}.`, {
      cause,
    });
    this.name = 'PortTakenError';
    this.port = port;
  }
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
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

/** Lets requests under way end, and waits for no idle connection. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Listens on an address, or for "localhost" on both of its addresses where the machine has both. Port 0 takes a free one.
 * @throws {PortTakenError} when the port is taken on one of them.
 */
export async function listen(
  handler: RequestListener,
  port: number,
  host: string,
  variable: string,
): Promise<Listening> {
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(servers.map(closeServer));
  };
  let bound = port;
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer(handler);
    try {
      bound = await listenOn(server, bound, address);
      servers.push(server);
    } catch (error) {
      // A machine without the second loopback address is served on the first.
      if (servers.length > 0 && hasCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) continue;
      await close();
      throw hasCode(error, 'EADDRINUSE') ? new PortTakenError(bound, variable, error) : error;
    }
  }
  return { port: bound, close };
}
