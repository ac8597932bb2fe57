/** A request as a browser sends it and a server receives it. */
export interface SentRequest {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | null;
}

/** A signed token (JWT): access tokens and id tokens. What the API seals into addresses has five parts, and is none. */
const SIGNED_TOKEN = /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+(?![\w.-])/;
/** Refresh tokens look like any other random text, so they are known from where they belong. */
const REFRESH_TOKEN = /(?:refresh_token=|"refreshToken":")([\w.-]{20,})/g;
/** The only token that the specification lets into an address, and the address. */
const LOGOUT_HINT = /(?<=\/identity\/session\/end\?\S*)id_token_hint=[^&\s]*/g;

/**
 * The clouds' own addresses on this machine: the API gets the bearer, and exchanges tokens with the identity provider.
 * The last is `OtherCloud`'s.
 */
const CLOUD = /^http:\/\/([\w-]+\.)*(localhost|127\.0\.0\.1):\d+\/(api|identity|customers\/v2)\//;

/** Finds tokens where none may be. */
export class TokenFinder {
  readonly #refreshTokens = new Set<string>();

  /** Learns the refresh tokens in a request's cookies and body. */
  learnFrom({ headers, body }: SentRequest): void {
    for (const text of [headers['cookie'], body].flat())
      for (const [, token = ''] of (text ?? '').matchAll(REFRESH_TOKEN)) this.#refreshTokens.add(token);
  }

  hasToken(text: string): boolean {
    const rest = text.replaceAll(LOGOUT_HINT, '');
    return SIGNED_TOKEN.test(rest) || [...this.#refreshTokens].some((token) => rest.includes(token));
  }

  /** Where a request has a token that it must not have; one line each, without the token. */
  leaksIn({ method, url, headers, body }: SentRequest): readonly string[] {
    const isForCloud = CLOUD.test(url);
    const leakingHeaders = Object.entries(headers).filter(
      ([name, value]) =>
        name !== 'cookie' &&
        !(name === 'authorization' && isForCloud) &&
        [value].flat().some((text) => this.hasToken(text ?? '')),
    );
    const places = [
      ...(this.hasToken(url) ? ['the address'] : []),
      ...leakingHeaders.map(([name]) => `the header "${name}"`),
      ...(!isForCloud && this.hasToken(body ?? '') ? ['the body'] : []),
    ];
    const [address = ''] = url.split('?');
    return places.map((place) => `a token in ${place} of ${method} ${this.hasToken(address) ? '…' : address}`);
  }
}
