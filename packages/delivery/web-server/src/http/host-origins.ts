import type { IncomingMessage } from 'node:http';
import { webAddress } from '@portal/contract/web-address';
import { list } from '@portal/node-kit/setting-table';

/** Origins of the pages that load remotes as other hosts of Module Federation. */
type HostOrigins = ReadonlySet<string>;

/** HOST_ORIGINS of the web server. */
export const HOST_ORIGINS = list(
  'the origins of [other hosts](web-server.md#other-hosts) (`https://shop.example.com`), separated by commas',
  'origins such as "https://shop.example.com"',
  (text) => (webAddress(text)?.origin === text ? text : undefined),
);

/**
 * With a CDN, pages of every origin may load the files of parts: it keeps one answer for all. They contain nothing
 * secret.
 */
const FOR_ALL_ORIGINS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // Pages measure how long their files take.
  'timing-allow-origin': '*',
} as const;

/**
 * The headers with which the pages of other origins may load a file of a part; none while there is neither a CDN nor
 * another host.
 */
export function originHeaders(
  { assetOrigin, hostOrigins }: { readonly assetOrigin: string; readonly hostOrigins: HostOrigins },
  { headers: { origin } }: IncomingMessage,
): Readonly<Record<string, string>> {
  if (assetOrigin !== '') return FOR_ALL_ORIGINS;
  if (hostOrigins.size === 0) return {};
  return {
    vary: 'origin',
    // Links to style sheets tell no origin. The files of parts contain nothing secret.
    'cross-origin-resource-policy': 'cross-origin',
    ...(origin !== undefined && hostOrigins.has(origin) && { 'access-control-allow-origin': origin }),
  };
}
