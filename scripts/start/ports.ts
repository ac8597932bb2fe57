import { createServer } from 'node:net';
import { errorCode } from '../error-code.ts';
import { SettingError } from './settings.ts';
import type { PortVariable } from './settings.ts';

/** "localhost" may be either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * For tests: below the ports that systems lend to outgoing connections, above those of the browser tests, and apart for each of
 * Jest's workers: a port that is free when it is found is free when it is used.
 */
const FREE_PORTS = { first: 29_000, ofWorker: 1000 } as const;
const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % 3;
// Runs beside each other begin at different ones.
let lastPort = FREE_PORTS.first + worker * FREE_PORTS.ofWorker + (process.pid % 800);

async function tryPort(host: string, port: number): Promise<void> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port, exclusive: true }, resolve);
  await promise;
  await new Promise((closed) => {
    server.close(closed);
  });
}

/** @throws {SettingError} naming port and variable when somebody listens there already, or when it is not ours to use. */
export async function checkPortFree(port: number, variable: PortVariable): Promise<void> {
  for (const host of LOOPBACK) {
    try {
      await tryPort(host, port);
    } catch (cause) {
      const code = errorCode(cause);
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      if (code === 'EADDRINUSE') {
        throw new SettingError(
          `Port ${port} is taken. Stop what uses it, or choose another one with ${variable}=${port + 1}.`,
          { cause },
        );
      }
      if (code === 'EACCES') {
        throw new SettingError(`Port ${port} may not be used by this user. Choose another one with ${variable}.`, {
          cause,
        });
      }
      throw cause;
    }
  }
}

/** A port that nobody listens on, another one each time. */
export async function findFreePort(): Promise<number> {
  lastPort += 1;
  const port = lastPort;
  try {
    await checkPortFree(port, 'PORTAL_PORT');
    return port;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return await findFreePort();
  }
}
