import { createServer } from 'node:net';
import { errorCode } from '../error-code.ts';
import { SettingError } from './settings.ts';
import type { PortVariable } from './settings.ts';

/** "localhost" may be either. */
const LOOPBACK = ['127.0.0.1', '::1'];

async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port, exclusive: true }, resolve);
  await promise;
  const address = server.address();
  await new Promise((closed) => {
    server.close(closed);
  });
  return typeof address === 'object' && address ? address.port : port;
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

/** A port that nobody listens on at the moment. */
export async function findFreePort(): Promise<number> {
  return await tryPort('127.0.0.1', 0);
}
