import repository from '../../../package.json' with { type: 'json' };

/** The version of the programs: the repository's, as in the names of the packages. */
export const PORTAL_VERSION = repository.version;
