/** Where the links to choose the account's own password lead, with their tokens. */
export const NEW_ACCOUNT_PASSWORD_PATH = '/api/account/new-password';

/** Paths of the identity provider's own pages. */
export const FORGOTTEN_PATH = '/identity/forgotten-password';
export const NEW_PASSWORD_PATH = '/identity/new-password';

export const interactionPath = (uid: string): string => `/identity/interaction/${uid}`;

/** The page that asks for a mail. `signIn`: the sign-in under way, to which it leads back. */
export const forgottenPath = (signIn: string | undefined): string =>
  signIn === undefined ? FORGOTTEN_PATH : `${FORGOTTEN_PATH}?sign-in=${signIn}`;
