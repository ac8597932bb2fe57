import { SettingError } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import type { StoreDriver } from './driver.ts';
import { folderDriver } from './folder-driver.ts';
import { s3Driver } from './s3/s3-driver.ts';
import { readS3Address, readS3Settings } from './s3/s3-settings.ts';

/**
 * The driver for a store's address: "s3://bucket/prefix", or a folder. The environment has the settings of S3 (s3/s3-settings.ts).
 * @throws {SettingError}
 */
export function openDriver(address: string, environment: Environment = process.env): StoreDriver {
  if (address.startsWith('s3://')) return s3Driver(readS3Settings(environment), readS3Address(address));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address))
    throw new SettingError(`"${address}" is not the address of a store: that is a folder, or "s3://BUCKET/PREFIX".`);
  return folderDriver(address);
}
