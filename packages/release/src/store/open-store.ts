import { join, resolve } from 'node:path';
import type { Environment } from '@portal/node-kit/settings';
import type { KeyOptions } from '../log/key-files.ts';
import { accessWithKeys } from '../log/key-files.ts';
import { openDriver } from './open-driver.ts';
import type { Store } from './store-interface.ts';
import { openStore } from './store.ts';

/** The store at an address: a folder, or "s3://BUCKET/PREFIX". @throws {SettingError} */
export function openStoreAt(address: string, options?: KeyOptions): Store {
  return openStore(openDriver(address), accessWithKeys(options));
}

/** Address of the store that the environment names: STORE, else the folder "store" in PORTAL_STATE, else in ".portal". */
export function storeAddress({ STORE, PORTAL_STATE }: Environment): string {
  if (STORE !== undefined && STORE !== '') return STORE;
  const state = PORTAL_STATE === undefined || PORTAL_STATE === '' ? '.portal' : PORTAL_STATE;
  return join(resolve(state), 'store');
}
