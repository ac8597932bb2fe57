/** The account, which the header leads to beside the items of the parts. */
export const ACCOUNT_PATH = '/account';
