import { getErrorMessage } from '@portal/node-kit/plain-error';
/** What a token or a proof lacks. `code` as in RFC 6750, section 3.1, and RFC 9449, section 12.2. */
export class AuthError extends Error {
  readonly code: 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce';
  /** What to do about it; a sentence. */
  readonly remedy: string;

  constructor(code: AuthError['code'], problem: string, remedy: string, cause?: unknown) {
    super(problem, { cause });
    this.name = 'AuthError';
    this.code = code;
    this.remedy = remedy;
  }
}

/** An issuer does not give its keys, so its tokens can be neither accepted nor refused. */
export class IssuerAwayError extends Error {
  constructor(issuer: string, cause: unknown) {
    const reason = getErrorMessage(cause);
    super(`The issuer ${issuer} does not give its keys (${reason}). Nothing was changed; try again when it answers.`, {
      cause,
    });
    this.name = 'IssuerAwayError';
  }
}
