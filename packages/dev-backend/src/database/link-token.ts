import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** The token of a link in a mail; it cannot be guessed. */
export function newLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What the database keeps of a token: whoever reads the database cannot use the link. */
export function linkTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
