import type { IncomingMessage } from 'node:http';
import { list } from '@portal/node-kit/setting-table';

/** Origins of the pages that load remotes as other hosts of Module Federation. */
export type HostOrigins = ReadonlySet<string>;

/** HOST_ORIGINS of the web server. */
export const HOST_ORIGINS = list(
  'the origins of [other hosts](web-server.md#other-hosts) that may load remotes (`https://shop.example.com`)',
  'origins such as "https://shop.example.com"',
  (text) => (/^https?:/.test(text) && URL.parse(text)?.origin === text ? text : undefined),
);

/** The headers with which the pages of other hosts may load a file of a part; none while there are no other hosts. */
export function hostHeaders(
  hostOrigins: HostOrigins,
  { headers: { origin } }: IncomingMessage,
): Readonly<Record<string, string>> {
  if (hostOrigins.size === 0) return {};
  return {
    vary: 'accept-encoding, origin',
    // Links to style sheets tell no origin. The files of parts contain nothing secret.
    'cross-origin-resource-policy': 'cross-origin',
    ...(origin !== undefined && hostOrigins.has(origin) && { 'access-control-allow-origin': origin }),
  };
}
