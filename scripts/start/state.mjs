/** Plain JavaScript, because `npm run reset` runs without an installation. */

/** Name of the lock in the state folder; a running portal holds it. */
export const STATE_LOCK = 'start';
/** File in the state folder: the version of each part that the last start promoted. */
export const PROMOTED = 'promoted.json';
/** What `npm run reset` removes from the state folder: all but the lock, which a start may take at the same moment. */
export const STATE_CONTENTS = ['store', 'database', 'keys', 'build-cache', PROMOTED];
