/** Shared with `npm run reset`, which runs without an installation. */

/** In the state folder: the id of the process that runs on it. */
export const STATE_LOCK = 'start.pid';
/** What lies in the state folder. */
export const STATE_CONTENTS = ['store', 'database', 'keys', 'build-cache', STATE_LOCK];
