/** The version of this build, inserted by the bundler. */
declare const PART_VERSION: string;

/** Style sheets are imported for their effect. */
declare module '*.css';
