/**
 * The version of the contract between shell and remotes: what this package describes, and what the shared singletons offer.
 * Raise the major number when a remote built for the old one could no longer run, the minor one when there is more to build on.
 */
export const CONTRACT_VERSION = '1.4.0';

/** Without leading zeros, and small enough to be compared exactly. */
const NUMBER = String.raw`(0|[1-9]\d{0,14})`;
const THREE_NUMBERS = `${NUMBER}\\.${NUMBER}\\.${NUMBER}`;
const IDENTIFIER = '[0-9A-Za-z-]+';

/** A version: "1.2.3", "1.2.3-beta.1". Stores may have local builds such as "1.0.0-local.01234567", so the suffix is free. */
export const VERSION = new RegExp(`^${THREE_NUMBERS}(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?$`);
/** The only kind of range: "^1.2.0". */
export const CARET_RANGE = new RegExp(`^\\^${THREE_NUMBERS}$`);

const RELEASE = new RegExp(`^${THREE_NUMBERS}$`);
const numbersOf = (match: RegExpExecArray | null) => match?.slice(1).map(Number) ?? [];

/**
 * Whether `version` ("1.2.3") satisfies the caret range `range` ("^1.2.0"), of the contract or of a shared module, as the package semver
 * says; that package is too large for a page. Anything but a caret range of three numbers is out of range.
 */
export function satisfiesCaret(version: string, range: string): boolean {
  const actual = numbersOf(RELEASE.exec(version));
  const lowest = numbersOf(CARET_RANGE.exec(range));
  if (actual.length === 0 || lowest.length === 0) return false;
  // The first number that is not 0 is the one that breaks compatibility.
  const breaking = lowest.findIndex((number) => number > 0);
  const fixed = breaking === -1 ? lowest.length : breaking + 1;
  if (lowest.slice(0, fixed).some((number, index) => number !== actual[index])) return false;
  const differing = lowest.findIndex((number, index) => number !== actual[index]);
  return differing === -1 || (actual[differing] ?? 0) > (lowest[differing] ?? 0);
}
