/** Without leading zeros, and small enough to be compared exactly. */
const NUMBER = '(0|[1-9]\\d{0,14})';
const THREE_NUMBERS = `${NUMBER}\\.${NUMBER}\\.${NUMBER}`;

// Every entry has a copy of this module, mostly of `satisfiesCaret` alone, so the bundler must know that it may leave
// out the others.
/**
 * A version: "1.2.3", "1.2.3-beta.1". Stores may have local builds such as "1.0.0-local.01234567", so the suffix is
 * free.
 */
export const VERSION = /* @__PURE__ */ new RegExp(`^${THREE_NUMBERS}(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`);
/** The only kind of range: "^1.2.0". */
export const CARET_RANGE = /* @__PURE__ */ new RegExp(`^\\^${THREE_NUMBERS}$`);

const RELEASE = new RegExp(`^${THREE_NUMBERS}$`);

/**
 * Whether `version` ("1.2.3") of a shared module satisfies the caret range `range` ("^1.2.0"). Gives the same answers
 * as the package semver, which is too large for a page. False if `range` is not a caret range of three numbers.
 */
export function satisfiesCaret(version: string, range: string): boolean {
  const actual = RELEASE.exec(version)?.slice(1).map(Number);
  const lowest = CARET_RANGE.exec(range)?.slice(1).map(Number);
  if (!actual || !lowest) return false;
  // The first number that is not 0 is the one that breaks compatibility; of 0.0.0, any of them.
  const breaking = lowest.findIndex((number) => number > 0);
  const differing = lowest.findIndex((number, index) => number !== actual[index]);
  if (differing === -1) return true;
  return breaking !== -1 && differing > breaking && (actual[differing] ?? 0) > (lowest[differing] ?? 0);
}
