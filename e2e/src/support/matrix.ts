/** Set by `npm run test:full`, which runs only the cases that `npm test` leaves out. */
export const IS_FULL_RUN = process.env['TEST_FULL'] === '1';

/** `playwright.config.ts` runs these tests in the full run only. */
const FULL_TAG = '@full';

/** For tests whose cases differ between the two runs. */
export const BOTH_RUNS = IS_FULL_RUN ? [FULL_TAG] : [];
