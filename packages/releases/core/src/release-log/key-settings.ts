import { readFileSync } from 'node:fs';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { hasCode } from '@portal/node-kit/error-code';
import type { Setting } from '@portal/node-kit/setting-table';
import { SettingError } from '@portal/node-kit/settings';
import { keyFiles, keysIn } from './key-files.ts';
import { readSigner, readVerifier } from './signed-note.ts';

/**
 * Checks the file of a variable, before anything needs it. Only a file that is not named may be missing.
 * @throws {SettingError}
 */
function check(name: string, isNamed: boolean, file: string, what: string, read: (text: string) => unknown): void {
  let problem = 'cannot be read';
  try {
    const text = readFileSync(file, 'utf8');
    problem = 'cannot be used';
    read(text);
  } catch (error) {
    if (!isNamed && hasCode(error, 'ENOENT')) return;
    const said = isNamed ? `is "${file}", which` : `is not set, and ${file}`;
    throw new SettingError(`${name} ${said} ${problem} (${getErrorMessage(error)}): set it to a file with ${what}.`, {
      cause: error,
    });
  }
}

/** The file of the keys whose releases count. */
export const LOG_KEYS: Setting<string> = {
  description: 'the file of the trusted public keys, one in a line',
  default: '`trusted-keys` in `PORTAL_STATE`',
  read(text, name, environment) {
    const { trusted } = keyFiles(environment);
    check(
      name,
      text !== '',
      trusted,
      'public keys, one in a line, as "npm run release -- store keys" prints them',
      (words) => keysIn(words).map((key) => readVerifier(key)),
    );
    return trusted;
  },
};

/** The file of the key that signs. */
export const RELEASE_KEY: Setting<string> = {
  description: 'the file of the private key that signs (PEM)',
  default: '`release-key.pem` in `PORTAL_STATE`, made if missing',
  read(text, name, environment) {
    const { key } = keyFiles(environment);
    check(name, text !== '', key, 'a private key (Ed25519), as PEM', readSigner);
    return key;
  },
};
