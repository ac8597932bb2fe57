/** Plain JavaScript, because the bootstrap (scripts/bootstrap) checks the ports before anything is installed. */
import { createServer } from 'node:net';
import { PlainError } from './plain-error.mjs';
import { SettingError } from './settings.mjs';

/** The port is taken. The message names the port and the variable that chooses another. */
export class PortTakenError extends PlainError {
  /**
   * @param {number} port
   * @param {string} variable
   * @param {unknown} [cause]
   */
  constructor(port, variable, cause) {
    super(`Port ${String(port)} is taken. Stop what uses it, or choose another port with ${variable}.`, { cause });
    this.name = 'PortTakenError';
    this.port = port;
  }
}

/**
 * Listens for a moment. Resolves with the code of Node's error ("EADDRINUSE"), undefined if there is none.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * Why the port cannot be used on "localhost", as a code of Node; undefined if it can. A machine without IPv6 has only
 * the first address. @param {number} port
 */
async function whyNot(port) {
  const codes = [await tryPort(port, '127.0.0.1'), await tryPort(port, '::1')];
  return codes.find((code) => code === 'EADDRINUSE' || code === 'EACCES');
}

/** Whether nobody uses the port, on both addresses of "localhost". @param {number} port */
export const isPortFree = async (port) => (await whyNot(port)) !== 'EADDRINUSE';

/**
 * Checks that this user can use a port, on both addresses of "localhost". @throws {PortTakenError}; {SettingError} when
 * it may not.
 * @param {number} port
 * @param {import('./settings.mjs').PortVariable} variable
 */
export async function checkPortFree(port, variable) {
  const code = await whyNot(port);
  if (code === 'EACCES')
    throw new SettingError(`This user may not use port ${String(port)}. Choose another port with ${variable}.`);
  if (code !== undefined) throw new PortTakenError(port, variable);
}
