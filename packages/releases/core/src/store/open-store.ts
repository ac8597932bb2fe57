import { join, resolve } from 'node:path';
import { formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import { accessWithKeys } from '../release-log/key-files.ts';
import { openDriver } from './open-driver.ts';
import type { Store } from './store-interface.ts';
import { openStore } from './store.ts';

/** The store at an address: a folder, or "s3://BUCKET/PREFIX". @throws {SettingError} */
export function openStoreAt(address: string): Store {
  return openStore(openDriver(address), accessWithKeys());
}

/**
 * Address of the store that the environment names: STORE, else the folder "store" in PORTAL_STATE, else in ".portal".
 */
export const storeAddress = (environment: Environment): string =>
  formatText(environment, 'STORE') || join(resolve(formatText(environment, 'PORTAL_STATE') || '.portal'), 'store');
