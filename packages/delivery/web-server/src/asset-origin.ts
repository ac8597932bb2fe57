import type { PortalConfig } from '@portal/contract/config';
import { secureOrigin, wrongAddress } from '@portal/node-kit/setting-table';
import type { Setting } from '@portal/node-kit/setting-table';
import { SettingError } from '@portal/node-kit/settings';

/** ASSET_ORIGIN of the web server; empty for no CDN. */
export const ASSET_ORIGIN: Setting<string> = {
  description: 'the origin of a [CDN](#cdn) for the files of parts',
  default: 'none',
  read(text, name) {
    if (text === '') return '';
    // A page that came over https takes no file over http.
    const origin = secureOrigin(text);
    if (origin !== undefined) return origin;
    throw wrongAddress(name, text, 'the origin of a CDN such as "https://cdn.example.net", or leave it unset');
  },
};

/** Whether browsers send cookies of a domain to a host. */
export function isInDomain(host: string, domain: string): boolean {
  return `.${host}`.endsWith(`.${domain.toLowerCase()}`);
}

/** Whether browsers send cookies of the portal to a host, as far as the configuration tells. */
function receivesCookies(host: string, { cookieDomain, publicOrigin }: PortalConfig): boolean {
  if (cookieDomain !== null && isInDomain(host, cookieDomain)) return true;
  return publicOrigin !== undefined && URL.parse(publicOrigin)?.hostname === host;
}

/** The origin of the CDN, as it was. @throws {SettingError} for one that browsers would send tokens to. */
export function checkAssetOrigin(assetOrigin: string, config: PortalConfig): string {
  if (assetOrigin === '' || !receivesCookies(new URL(assetOrigin).hostname, config)) return assetOrigin;
  throw new SettingError(
    `ASSET_ORIGIN is "${assetOrigin}", a host to which browsers send cookies of the portal: set it to one outside of "cookieDomain" and "publicOrigin" of the configuration, or leave it unset.`,
  );
}
