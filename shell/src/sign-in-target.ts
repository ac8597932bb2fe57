export const SIGN_IN_PATH = '/login';
const AFTER_SIGN_IN = '/loggedin';
const ORIGIN_FOR_PARSING = 'https://portal.invalid';

/** Not allowed anywhere in a path: a backslash or a control character, encoded or not. */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const ODD_CHARACTER = /[\u0000-\u001f\u007f\\]|%(?:[01][0-9a-f]|7f|5c)/i;
/** Not allowed at the start of a path: a second slash or a backslash, encoded or not. */
const ODD_BEGINNING = /^\/(?:[/\\]|%2f)/i;

function startsOddly(text: string): boolean {
  return !text.startsWith('/') || ODD_BEGINNING.test(text) || ODD_CHARACTER.test(text);
}

/** The path in `redirect`, if it leads to this origin by the browser's own parsing; otherwise undefined. */
export function acceptedRedirect(redirect: string | null, origin: string): string | undefined {
  if (redirect === null || startsOddly(redirect)) return undefined;
  const url = URL.parse(redirect, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The path to continue to after sign-in; `/loggedin` for a redirect that is not accepted. */
export function acceptedTarget(redirect: string | null, origin: string): string {
  return acceptedRedirect(redirect, origin) ?? AFTER_SIGN_IN;
}

/** The address of sign-in for a visitor of `from`: `/login` with the address to return to. */
export function signInPath(from: URL): string {
  const back = `${from.pathname}${from.search}${from.hash}`;
  return back === AFTER_SIGN_IN
    ? SIGN_IN_PATH
    : `${SIGN_IN_PATH}?${new URLSearchParams({ redirect: back }).toString()}`;
}

/** `signInPath` for a path of this origin. */
export function signInPathFor(path: string): string {
  return signInPath(new URL(path, ORIGIN_FOR_PARSING));
}
