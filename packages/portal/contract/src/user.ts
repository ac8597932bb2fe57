/** The role that opens the developer page (specification, section 6). */
export const DEVELOPER_ROLE = 'developer';

/** The signed-in user (specification, section 3; `usesSingleSignOn` is `isBosch` on the wire). */
export interface User {
  /** Like the other texts, empty if the API tells none. */
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly usesSingleSignOn: boolean;
  readonly language: string | null;
  /** Lower-case country code. */
  readonly country: string | null;
  readonly lastSeen: Date | null;
}
