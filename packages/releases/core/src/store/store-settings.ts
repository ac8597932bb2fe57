import { folderSetting, wrongAddress } from '@portal/node-kit/setting-table';
import type { Setting } from '@portal/node-kit/setting-table';
import { isStoreAddress } from './open-driver.ts';
import { storeAddress } from './open-store.ts';
import { readS3Settings } from './s3/s3-settings.ts';

/** The folder of the state. */
export const PORTAL_STATE = folderSetting('the folder of its own data and keys', '.portal');

/** The address of the store. */
export const STORE: Setting<string> = {
  description: 'the store: a folder or `s3://BUCKET/PREFIX`',
  default: '`store` in `PORTAL_STATE`',
  read(text, name, environment) {
    if (!isStoreAddress(text))
      throw wrongAddress(name, text, 'a folder, or "s3://BUCKET/PREFIX" with letters, digits, ".", "_" and "-"');
    if (text.startsWith('s3://')) readS3Settings(environment);
    return storeAddress(environment);
  },
};
