/** Plain JavaScript, because `npm run reset` runs without an installation. */

/** Name of the lock in the state folder; a running portal holds it. */
export const STATE_LOCK = 'start';
/** File in the state folder: the version of each part that the last start promoted. */
export const PROMOTED = 'promoted.json';
/** All contents of the state folder. */
export const STATE_CONTENTS = [
  'store',
  'database',
  'keys',
  'build-cache',
  PROMOTED,
  `${STATE_LOCK}.lock`,
  `${STATE_LOCK}.pid`,
];
