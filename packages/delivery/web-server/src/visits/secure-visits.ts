import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from '@portal/node-kit/trusted-proxies';

/** Whether the visitor who sends a request uses https. */
export type IsSecure = (request: IncomingMessage) => boolean;

/** A trusted proxy says what the visitor uses. Without its word, the public origin decides. */
export function secureVisits(proxies: TrustedProxies, publicOrigin: string | undefined): IsSecure {
  const isPublic = publicOrigin?.startsWith('https:') ?? false;
  return (request) => {
    const protocol = proxies.findProtocol(request);
    return protocol === undefined ? isPublic : protocol === 'https';
  };
}
