import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { SettingError } from '@portal/node-kit/settings';

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

/** An entry of `X-Forwarded-For` without its port and without the brackets of IPv6; undefined if it is no address. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
  const address = (bracketed ?? plain ?? entry).replace(IPV4_IN_IPV6, '');
  return familyOf(address) && address;
}

/** Request header -> all of its entries, in the order in which proxies have added them. */
function entriesOf(header: string | readonly string[] | undefined): readonly string[] {
  return [header ?? []]
    .flat()
    .join()
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** The proxies in front of the web server, whose headers count; nobody else's do. */
export class TrustedProxies {
  readonly #proxies = new BlockList();

  /** Addresses and networks, separated by commas. @throws {SettingError} */
  constructor(text: string) {
    for (const each of text.split(',')) if (each.trim() !== '') addProxy(this.#proxies, each.trim());
  }

  /** What the visitor uses, if a trusted proxy says so: the first entry of `X-Forwarded-Proto`, in lower case. */
  protocolOf({ headers, socket }: IncomingMessage): string | undefined {
    if (!this.#isTrusted(peerOf(socket))) return undefined;
    return entriesOf(headers['x-forwarded-proto'])[0]?.toLowerCase();
  }

  /**
   * The visitor's address: of `X-Forwarded-For`, from the right, the first that is no trusted proxy's. Undefined for a connection from this
   * machine while no proxy is trusted: it may be a proxy's, and so everybody's.
   */
  addressOf({ headers, socket }: IncomingMessage): string | undefined {
    let address = peerOf(socket);
    if (this.#proxies.rules.length === 0 && /^(127\.|::1$)/.test(address)) return undefined;
    for (const entry of entriesOf(headers['x-forwarded-for']).toReversed()) {
      const before = addressIn(entry);
      if (!this.#isTrusted(address) || before === undefined) break;
      address = before;
    }
    return address;
  }

  /** Whether the connection is forwarded by somebody who is no trusted proxy: a proxy that the settings forget, or a visitor who pretends. */
  isForwardedByOthers({ headers, socket }: IncomingMessage): boolean {
    return headers['x-forwarded-for'] !== undefined && !this.#isTrusted(peerOf(socket));
  }

  #isTrusted(address: string): boolean {
    const family = familyOf(address);
    return family !== undefined && this.#proxies.check(address, family);
  }
}

function peerOf({ remoteAddress }: IncomingMessage['socket']): string {
  return (remoteAddress ?? '').replace(IPV4_IN_IPV6, '');
}
