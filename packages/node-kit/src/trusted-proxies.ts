import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { list } from './setting-table.ts';
import type { Setting } from './setting-table.ts';

/** An IPv4 address as a socket for both families names it. */
const IPV4_IN_IPV6 = /^::ffff:(?=[\d.]+$)/i;

function detectFamily(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

/** An address, or a network of so many leading bits. */
interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly bits: number;
}

/** "10.0.0.1" or "192.168.0.0/16"; undefined if it is neither. */
function readNetwork(text: string): Network | undefined {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = detectFamily(address);
  const most = family === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  return family && bits <= most ? { address, family, bits } : undefined;
}

/**
 * An entry of `X-Forwarded-For` without its port and without the brackets of IPv6; undefined if it is no address of the
 * internet.
 */
function addressIn(entry: string): string | undefined {
  // The zone of an address may be any text.
  if (entry.includes('%')) return undefined;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
  const address = (bracketed ?? plain ?? entry).replace(IPV4_IN_IPV6, '');
  return detectFamily(address) && address;
}

/** Request header -> all of its entries, in the order in which proxies have added them. */
function getEntries(header: string | readonly string[] | undefined): readonly string[] {
  return [header ?? []]
    .flat()
    .join()
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** The proxies in front of a server, whose headers count; nobody else's do. */
export class TrustedProxies {
  readonly #proxies = new BlockList();
  readonly #areNone: boolean;

  constructor(networks: readonly Network[] = []) {
    this.#areNone = networks.length === 0;
    for (const { address, family, bits } of networks) this.#proxies.addSubnet(address, bits, family);
  }

  /** Addresses and networks, separated by commas. @throws {SettingError} naming TRUSTED_PROXIES */
  static of(text: string): TrustedProxies {
    return TRUSTED_PROXIES.read(text, 'TRUSTED_PROXIES', {});
  }

  /** What the visitor uses, if a trusted proxy says so: the first entry of `X-Forwarded-Proto`, in lower case. */
  findProtocol({ headers, socket }: IncomingMessage): string | undefined {
    if (!this.isTrusted(getPeer(socket))) return undefined;
    return getEntries(headers['x-forwarded-proto'])[0]?.toLowerCase();
  }

  /**
   * The visitor's address: of `X-Forwarded-For`, from the right, the first that is no trusted proxy's. Undefined for a
   * connection from this machine while no proxy is trusted: it may be a proxy's, and so everybody's.
   */
  findAddress({ headers, socket }: IncomingMessage): string | undefined {
    let address = getPeer(socket);
    if (this.#areNone && /^(127\.|::1$)/.test(address)) return undefined;
    for (const entry of getEntries(headers['x-forwarded-for']).toReversed()) {
      const before = addressIn(entry);
      if (!this.isTrusted(address) || before === undefined) break;
      address = before;
    }
    return address;
  }

  /**
   * Whether the connection is forwarded by somebody who is no trusted proxy: a proxy that the settings forget, or a
   * visitor who pretends.
   */
  isForwardedByOthers({ headers, socket }: IncomingMessage): boolean {
    return headers['x-forwarded-for'] !== undefined && !this.isTrusted(getPeer(socket));
  }

  /** Whether an address is a trusted proxy's. */
  isTrusted(address: string): boolean {
    if (this.#areNone) return false;
    const plain = address.replace(IPV4_IN_IPV6, '');
    const family = detectFamily(plain);
    return family !== undefined && this.#proxies.check(plain, family);
  }
}

function getPeer({ remoteAddress }: IncomingMessage['socket']): string {
  return (remoteAddress ?? '').replace(IPV4_IN_IPV6, '');
}

const networks = list(
  'the proxies in front (`10.0.0.1, 192.168.0.0/16`): their `X-Forwarded-…` count',
  'addresses or networks such as "10.0.0.1, 192.168.0.0/16"',
  readNetwork,
);

/** TRUSTED_PROXIES of a server. */
export const TRUSTED_PROXIES: Setting<TrustedProxies> = {
  ...networks,
  read: (...variable) => new TrustedProxies(networks.read(...variable)),
};
