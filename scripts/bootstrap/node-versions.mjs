/** What a version of Node ("22.18.0") can do. */

/**
 * @param {string} version
 * @param {number} major
 * @param {number} minor
 */
function isAtLeast(version, major, minor) {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Whether this version can install the dependencies. @param {string} version */
export const canBoot = (version) => isAtLeast(version, 20, 19);

/** Whether this version runs TypeScript without a build. @param {string} version */
export function canRunTypeScript(version) {
  return isAtLeast(version, 23, 6) || (version.startsWith('22.') && isAtLeast(version, 22, 18));
}
