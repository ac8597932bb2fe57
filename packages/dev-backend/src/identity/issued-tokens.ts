import type Provider from 'oidc-provider';

/** Tokens that are remembered for a person. */
const MOST_TOKENS = 100;

/**
 * Lets the access tokens of a person run out before their time, which tests ask for. They are signed texts that nobody keeps, so the
 * ones that were issued since the start are remembered by their ids.
 */
export class IssuedTokens {
  readonly #ids = new Map<string, string[]>();
  readonly #expired = new Set<string>();

  watch(provider: Provider): void {
    provider.on('access_token.issued', ({ accountId, jti }) => {
      const ids = this.#ids.get(accountId) ?? [];
      this.#ids.set(accountId, [...ids, jti].slice(-MOST_TOKENS));
    });
  }

  /** `subject` is the identity's id. */
  expireAll(subject: string): void {
    for (const id of this.#ids.get(subject) ?? []) this.#expired.add(id);
    this.#ids.delete(subject);
  }

  isExpired(id: string | undefined): boolean {
    return id !== undefined && this.#expired.has(id);
  }
}
