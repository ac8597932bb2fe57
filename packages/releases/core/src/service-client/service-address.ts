import { secureAddress, shownAddress, wrongAddress } from '@portal/node-kit/setting-table';
import type { Setting } from '@portal/node-kit/setting-table';
import { SettingError } from '@portal/node-kit/settings';

/** The address of a release service, without a slash at the end. @throws {SettingError} */
export function readServiceAddress(text: string): string {
  const address = secureAddress(text);
  if (address !== undefined) return address;
  throw new SettingError(
    `${shownAddress(text)} is not the address of a release service, such as "https://releases.example.com" (http only on this machine).`,
  );
}

/** RELEASE_SERVICE of the console and the command. */
export const RELEASE_SERVICE: Setting<string | undefined> = {
  description: 'the release service that it asks',
  default: 'none: works on the store itself',
  read(text, name) {
    if (text === '') return undefined;
    const address = secureAddress(text);
    if (address !== undefined) return address;
    throw wrongAddress(
      name,
      text,
      'the address of a release service, such as "https://releases.example.com" (http only on this machine)',
    );
  },
};
