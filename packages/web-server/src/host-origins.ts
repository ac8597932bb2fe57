import type { IncomingMessage } from 'node:http';
import { SettingError } from '@portal/node-kit/settings';

/** Origins of the pages that load remotes as other hosts of Module Federation. */
export type HostOrigins = ReadonlySet<string>;

/** Reads origins that are separated by commas. @throws {SettingError} */
export function readHostOrigins(text: string): HostOrigins {
  const origins = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const odd = origins.find((each) => !/^https?:/.test(each) || URL.parse(each)?.origin !== each);
  if (odd === undefined) return new Set(origins);
  throw new SettingError(
    `HOST_ORIGINS contains "${odd}", which is no origin. Set it to origins such as "https://shop.example.com", separated by commas, or leave it unset.`,
  );
}

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
