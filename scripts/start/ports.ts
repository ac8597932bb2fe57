import { createServer } from 'node:net';
import { hasCode } from '@portal/node-kit/error-code';
import { SettingError } from './settings.ts';
import type { PortVariable } from './settings.ts';

/** "localhost" may be either. */
const LOOPBACK = ['127.0.0.1', '::1'];

async function tryPort(host: string, port: number): Promise<void> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port, exclusive: true }, resolve);
  await promise;
  await new Promise((closed) => {
    server.close(closed);
  });
}

/** @throws {SettingError} naming port and variable when it is taken, or when this user may not use it. */
export async function checkPortFree(port: number, variable: PortVariable): Promise<void> {
  for (const host of LOOPBACK) {
    try {
      await tryPort(host, port);
    } catch (cause) {
      if (host === '::1' && hasCode(cause, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) continue;
      if (hasCode(cause, 'EADDRINUSE')) {
        throw new SettingError(
          `Port ${port} is taken. Stop what uses it, or choose another one with ${variable}=${port + 1}.`,
          { cause },
        );
      }
      if (hasCode(cause, 'EACCES')) {
        throw new SettingError(`Port ${port} may not be used by this user. Choose another one with ${variable}.`, {
          cause,
        });
      }
      throw cause;
    }
  }
}
