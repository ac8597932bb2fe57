/**
 * The version of the contract between shell and remotes: this package and the interfaces of the shared singletons. Raise the major
 * number when `npm run api-report` asks for it, so that nobody takes away what remotes use without knowing. Which builds fit together is
 * recorded by the builds; the version decides only for those from before.
 */
export const CONTRACT_VERSION = '1.7.0';

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
 * Whether `version` ("1.2.3") of the contract or of a shared module satisfies the caret range `range` ("^1.2.0"). Gives the same answers
 * as the package semver, which is too large for a page. False if `range` is not a caret range of three numbers.
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
