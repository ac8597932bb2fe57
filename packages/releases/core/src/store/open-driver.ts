import { shownAddress } from '@portal/node-kit/setting-table';
import { SettingError } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import type { StoreDriver } from '../format/driver.ts';
import { folderDriver } from './folder-driver.ts';
import { isS3Address, readS3Address, readS3Settings } from './s3/s3-settings.ts';

/** The driver for S3, which is loaded when it is used first: most stores are folders. */
function driverOfS3(place: string, environment: Environment): StoreDriver {
  const [settings, address] = [readS3Settings(environment), readS3Address(place)];
  let loaded: Promise<StoreDriver> | undefined;
  const load = () => {
    loaded ??= import('./s3/s3-driver.ts').then(({ s3Driver }) => s3Driver(settings, address));
    return loaded;
  };
  return {
    place: place.replace(/\/$/, ''),
    get: async (key, sha256) => (await load()).get(key, sha256),
    has: async (key) => (await load()).has(key),
    list: async (prefix) => (await load()).list(prefix),
    create: async (key, content) => (await load()).create(key, content),
    remove: async (key) => (await load()).remove(key),
  };
}

/** Also "s3:/bucket" and "file:/folder", which are slips. "C:/store" is a folder of Windows. */
const hasScheme = (address: string) => /^([a-z][a-z0-9+.-]+:\/|s3:)/i.test(address);

/** Whether a text has the form of a store's address. */
export const isStoreAddress = (text: string): boolean => !hasScheme(text) || isS3Address(text);

/**
 * The driver for a store's address: "s3://bucket/prefix", or a folder. The environment has the settings of S3
 * (s3/s3-settings.ts).
 * @throws {SettingError}
 */
export function openDriver(address: string, environment: Environment = process.env): StoreDriver {
  if (address.startsWith('s3://')) return driverOfS3(address, environment);
  if (hasScheme(address))
    throw new SettingError(
      `${shownAddress(address)} is not the address of a store: that is a folder, or "s3://BUCKET/PREFIX".`,
    );
  return folderDriver(address);
}
