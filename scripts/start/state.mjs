/** Plain JavaScript, because `npm run reset` runs without an installation. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the lock in the state folder; a running portal holds it. */
export const STATE_LOCK = 'start';
/** File in the state folder: the version of each part that the last start promoted. */
export const PROMOTED = 'promoted.json';
/**
 * The data in the state folder. What web servers and `verify` have seen of a store's log is in it: they would refuse
 * the next store.
 */
const DATA = ['store', 'web-server', 'verified', 'database', 'firmware', 'firmware-uploads', 'keys', PROMOTED];

/**
 * Deletes the data in a state folder, and nothing else: a start may take the lock at the same moment. @param {string}
 * folder
 */
export function clearState(folder) {
  for (const name of DATA) rmSync(join(folder, name), { recursive: true, force: true });
}
