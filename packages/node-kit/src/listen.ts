import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { hasCode } from './error-code.ts';
import { PlainError } from './plain-error.mjs';

/** The port is taken. The message names the port and the variable that chooses another. */
export class PortTakenError extends PlainError {
  readonly port: number;

  constructor(port: number, variable: string, cause?: unknown) {
    super(`Port ${String(port)} is taken. Stop what uses it, or choose another port with ${variable}.`, { cause });
    this.name = 'PortTakenError';
    this.port = port;
  }
}

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

/**
 * Listens on an address; for "localhost", on both of its addresses if the machine has both.
 * @throws {PortTakenError} when the port is taken on one of them.
 */
export async function listen(
  handler: RequestListener,
  { port, host, variable, grace = 2000 }: ListenOptions,
): Promise<Listening> {
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => closeServer(server, grace)));
  };
  let bound = port;
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    const server = createServer(handler);
    try {
      bound = await listenOn(server, bound, address);
      servers.push(server);
    } catch (error) {
      // A machine without IPv6 has only the first loopback address.
      if (servers.length > 0 && hasCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) continue;
      await close();
      throw hasCode(error, 'EADDRINUSE') ? new PortTakenError(bound, variable, error) : error;
    }
  }
  return { port: bound, close };
}
