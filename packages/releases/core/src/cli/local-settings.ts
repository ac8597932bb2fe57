import { isPackaged, notSet } from '@portal/node-kit/packaged';
import { readTable } from '@portal/node-kit/setting-table';
import { formatText } from '@portal/node-kit/settings';
import { accessWithKeys, keyFiles, readTrustedKeys } from '../release-log/key-files.ts';
import type { StoreAccess } from '../release-log/logged-documents.ts';
import { rememberedLogFile } from '../release-log/remember-log.ts';
import { storeAddress } from '../store/open-store.ts';
import { PORTAL_STATE } from '../store/store-settings.ts';

/**
 * Whether none of these variables is set, and nothing stands for it: in a checkout the folder ".portal" does. A
 * packaged command runs in any folder, takes nothing from there, and writes nothing there.
 */
const isLacking = (...variables: readonly string[]): boolean =>
  isPackaged() && variables.every((variable) => formatText(process.env, variable) === '');

/** The address of the store, unless one is given. @throws {SettingError} */
export function localStore(): string {
  if (isLacking('STORE', 'PORTAL_STATE'))
    throw notSet(
      'STORE',
      'the address of the store, or RELEASE_SERVICE to that of a release service; or give --store or --service',
    );
  return storeAddress(process.env);
}

/** @throws {SettingError} unless there is a place for the sign-in to a release service. */
export function checkSessionFolder(): void {
  if (isLacking('PORTAL_STATE'))
    throw notSet('PORTAL_STATE', 'a folder of your own, for the sign-in to the release service');
}

/** The file of the keys that are trusted. @throws {SettingError} */
export function trustedFile(): string {
  if (isLacking('LOG_KEYS', 'PORTAL_STATE'))
    throw notSet('LOG_KEYS', 'the file of the keys that you trust, or PORTAL_STATE to the folder with "trusted-keys"');
  return keyFiles().trusted;
}

/** Where commands keep what they have seen of a store's log. Undefined without a folder for it. */
export function localLogFile(place: string): string | undefined {
  if (isLacking('PORTAL_STATE')) return undefined;
  return rememberedLogFile(readTable({ PORTAL_STATE }, process.env).PORTAL_STATE, place);
}

/** How a command opens a store. @throws {SettingError} */
export function localAccess(): StoreAccess {
  const trusted = trustedFile();
  const access = accessWithKeys();
  if (!isLacking('RELEASE_KEY', 'PORTAL_STATE')) return access;
  return {
    ...access,
    trusted: () => readTrustedKeys(trusted),
    signer: () =>
      Promise.reject(
        notSet('RELEASE_KEY', 'the file of your private key, or PORTAL_STATE to the folder with "release-key.pem"'),
      ),
  };
}
