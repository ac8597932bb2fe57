/** `npm run test:full` sets it: the cases that widen the matrix of `npm test`, which has the others. */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';

/** Chosen by `playwright.config.ts` in a full run, left out of every other one. */
const FULL_TAG = '@full';

/** For tests that have cases of their own in both runs. */
export const BOTH_RUNS = IS_FULL_RUN ? [FULL_TAG] : [];
