/** Shared with `npm run reset`, which runs without an installation. */

/** In the state folder: the id of the process that runs on it. */
export const STATE_LOCK = 'start.pid';
/** In the state folder: the version of each part that a start promoted last. */
export const PROMOTED = 'promoted.json';
/** What lies in the state folder. */
export const STATE_CONTENTS = ['store', 'database', 'keys', 'build-cache', PROMOTED, STATE_LOCK];
