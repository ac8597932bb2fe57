import type Provider from 'oidc-provider';

/** How many tokens are remembered for each person. */
const MOST_TOKENS = 100;

/**
 * Expires a person's access tokens early, for tests. The database does not store access tokens, so this class remembers
 * the ids of those issued since the start.
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
