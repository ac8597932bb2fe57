/** The three tokens of one sign-in or refresh. The id token is for the logout address alone and is never stored. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
}

/** The characters of a bearer token (RFC 6750, `b68token`). None of them means anything in a cookie or in a header. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
