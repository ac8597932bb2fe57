/** Shared with `npm run reset`, which runs without an installation. */

/** In the state folder: name of the lock that a portal holds while it runs. */
export const STATE_LOCK = 'start';
/** In the state folder: the version of each part that a start promoted last. */
export const PROMOTED = 'promoted.json';
/** Everything in the state folder. */
export const STATE_CONTENTS = [
  'store',
  'database',
  'keys',
  'build-cache',
  PROMOTED,
  `${STATE_LOCK}.lock`,
  `${STATE_LOCK}.pid`,
];
