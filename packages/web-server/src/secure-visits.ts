import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { SettingError } from '@portal/node-kit/settings';

/** Whether the visitor who sends a request uses https. */
export type IsSecure = (request: IncomingMessage) => boolean;

/** An IPv4 address as a socket for both families names it. */
const IPV4_IN_IPV6 = /^::ffff:(?=[\d.]+$)/i;

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

function addProxy(proxies: BlockList, text: string): void {
  const [address = '', bits, ...rest] = text.split('/');
  const family = familyOf(address);
  const length = bits === undefined ? undefined : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
  const isLength = length === undefined || length <= (family === 'ipv4' ? 32 : 128);
  if (!family || !isLength || rest.length > 0)
    throw new SettingError(
      `TRUSTED_PROXIES contains "${text}", which is no address. Set it to addresses or networks such as "10.0.0.1, 192.168.0.0/16", or leave it unset.`,
    );
  if (length === undefined) proxies.addAddress(address, family);
  else proxies.addSubnet(address, length, family);
}

/** The proxies in front of the web server: addresses and networks, separated by commas. @throws {SettingError} */
export function readTrustedProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const each of text.split(',')) if (each.trim() !== '') addProxy(proxies, each.trim());
  return proxies;
}

/**
 * A trusted proxy says in `X-Forwarded-Proto` what the visitor uses; the first entry of a list is the visitor's. Without such a header,
 * the public origin decides.
 */
export function secureVisits(proxies: BlockList, publicOrigin: string | undefined): IsSecure {
  const isPublic = publicOrigin?.startsWith('https:') ?? false;
  return ({ headers, socket }) => {
    const peer = (socket.remoteAddress ?? '').replace(IPV4_IN_IPV6, '');
    const family = familyOf(peer);
    const isTrusted = family !== undefined && proxies.check(peer, family);
    const forwarded = isTrusted ? [headers['x-forwarded-proto'] ?? []].flat().join() : '';
    const [protocol = ''] = forwarded.split(',');
    return protocol.trim() === '' ? isPublic : protocol.trim().toLowerCase() === 'https';
  };
}
