/** The role that opens `/developer` (specification, section 6). */
export const DEVELOPER = 'developer';
