/** The query of a request that asks what it would do, and changes nothing. */
export const DRY_RUN = 'dryRun=true';
