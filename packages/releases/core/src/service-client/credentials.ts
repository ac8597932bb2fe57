import type { ProofKey } from './proof-key.ts';

/** An access token of the service, bound to a session's key. */
export interface AccessToken {
  readonly token: string;
  /** When it ends, in milliseconds since the epoch. */
  readonly until: number;
}

/** Who a client of the release service is. */
export interface Credentials {
  /** The session's key. */
  key(): Promise<ProofKey>;
  /**
   * The token of a person or a pipeline that the service takes for an access token. @throws {RefusedError} when there
   * is none.
   */
  subjectToken(): Promise<string>;
  /** An access token that was kept before; undefined if there is none for this subject. */
  findAccess(): Promise<AccessToken | undefined>;
  keepAccess(access: AccessToken): Promise<void>;
  /** What to do if the service does not accept the subject's token; a sentence. */
  readonly remedy: string;
}
