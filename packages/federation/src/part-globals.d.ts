/** The version of this build, put in place of the name by the bundler. */
declare const PART_VERSION: string;

/** Style sheets are imported for their effect. */
declare module '*.css';
