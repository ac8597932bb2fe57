import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { errorCode } from './error-code.ts';

/** The port belongs to another process. */
export class PortTakenError extends Error {
  readonly port: number;

  constructor(port: number, options: ErrorOptions) {
    super(
      `Port ${port} is taken. Stop what uses it, or choose another port for the development backend with BACKEND_PORT.`,
      options,
    );
    this.name = 'PortTakenError';
    this.port = port;
  }
}

/** A server on both loopback addresses, so that "localhost" reaches it however it resolves. */
export interface Loopback {
  readonly port: number;
  close(): Promise<void>;
}

async function listen(host: string, port: number, handler: RequestListener): Promise<Server> {
  const server = createServer(handler);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, resolve);
    });
  } catch (cause) {
    throw errorCode(cause) === 'EADDRINUSE' ? new PortTakenError(port, { cause }) : cause;
  }
  return server;
}

async function listenOnIpv6(port: number, handler: RequestListener): Promise<Server | undefined> {
  try {
    return await listen('::1', port, handler);
  } catch (error) {
    // A machine without IPv6 is well served by the other address.
    if (errorCode(error) === 'EADDRNOTAVAIL' || errorCode(error) === 'EAFNOSUPPORT') return undefined;
    throw error;
  }
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Listens on 127.0.0.1 and, where there is one, ::1. Port 0 takes a free port. @throws {PortTakenError} */
export async function listenOnLoopback(port: number, handler: RequestListener): Promise<Loopback> {
  const ipv4 = await listen('127.0.0.1', port, handler);
  const address = ipv4.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  try {
    const ipv6 = await listenOnIpv6(address.port, handler);
    return {
      port: address.port,
      async close() {
        await Promise.all([ipv4, ...(ipv6 ? [ipv6] : [])].map(stop));
      },
    };
  } catch (error) {
    await stop(ipv4);
    throw error;
  }
}
