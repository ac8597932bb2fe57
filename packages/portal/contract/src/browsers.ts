/**
 * The oldest version of each browser that the portal supports: the first that checks the integrity in import maps
 * (docs/browsers.md).
 */
export const OLDEST_BROWSERS = { chrome: '127', edge: '127', firefox: '138', safari: '18.4' } as const;
