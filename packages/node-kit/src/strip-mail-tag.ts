/**
 * An address of mail without what stands behind a plus: "anna+shop@example.com" reaches the same mailbox as
 * "anna@example.com".
 */
export const stripMailTag = (address: string): string => address.replace(/\+[^@]*(?=@)/, '');
