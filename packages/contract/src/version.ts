/**
 * The version of the contract between shell and remotes: what this package describes, and what the shared singletons offer.
 * Raise the major number when a remote built for the old one could no longer run, the minor one when there is more to build on.
 */
export const CONTRACT_VERSION = '1.3.0';

interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

function parseVersion(text: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(text);
  return match ? { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]) } : undefined;
}

/**
 * Whether `version` ("1.2.3") satisfies the caret range `range` ("^1.2.0"), of the contract or of a shared module. Ranges are caret
 * ranges and nothing else; anything that does not parse is out of range. Unlike npm's, "^0.1.0" has room for 0.2.0.
 */
export function satisfiesCaret(version: string, range: string): boolean {
  const offered = parseVersion(version);
  const wanted = range.startsWith('^') ? parseVersion(range.slice(1)) : undefined;
  if (!offered || !wanted || offered.major !== wanted.major) return false;
  return offered.minor > wanted.minor || (offered.minor === wanted.minor && offered.patch >= wanted.patch);
}
