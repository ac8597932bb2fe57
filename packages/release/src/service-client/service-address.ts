import { SettingError } from '@portal/node-kit/settings';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address of a release service, without a slash at the end. Without TLS it is on this machine: a token must not be read on its way.
 * @throws {SettingError}
 */
export function readServiceAddress(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (isSafe && url.username === '' && url.password === '' && url.search === '' && url.hash === '')
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  throw new SettingError(
    `"${text}" is not the address of a release service. It is like "https://releases.example.com"; http works only on this machine.`,
  );
}
