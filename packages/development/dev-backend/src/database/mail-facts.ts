import { FALLBACK_LANGUAGE, parseLanguage } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { MAIL_KINDS } from '@portal/staff-api/wire';

export type MailKind = (typeof MAIL_KINDS)[number];

/** Who gets a mail. */
export interface Receiver {
  readonly name: string;
  readonly address: string;
  readonly language: Language;
}

/** The portal that the action came from, which the links lead to. */
interface FromPortal {
  readonly portalOrigin: string;
}

interface FromHub extends FromPortal {
  readonly serial: string;
  readonly partNumber: string;
}

/** The address that a link confirms. */
interface Confirmed extends FromPortal {
  readonly accountId: string;
  readonly newEmail: string;
}

interface FactsByKind {
  'account-confirmation': Confirmed;
  'account-deleted': FromPortal & { readonly obcAccount: 'deleted' | 'kept' | undefined };
  'account-password': FromPortal & { readonly accountId: string };
  'deletion-failed': FromPortal;
  'deletion-mail': FromPortal;
  'email-confirmation': Confirmed;
  'hub-left': FromHub;
  'hub-released': FromHub & { readonly role: 'owner' | 'guest' };
  'identity-password': { readonly identityId: string };
  'password-changed': FromPortal;
  /** `guest`: full name and address. */
  'release-request': FromHub & { readonly ownerId: string; readonly guest: string };
}

/**
 * What a mail tells, by its kind. Never its text, nor a link: whoever reads the database must not be able to use one.
 */
export type MailFacts<Kind extends MailKind = MailKind> = {
  [Each in Kind]: { readonly kind: Each } & FactsByKind[Each];
}[Kind];

/** A mail that is to be sent. */
export interface NewMail {
  /** Id of the account that it is about; null for an identity without one. */
  readonly accountId: string | null;
  readonly receiver: Receiver;
  readonly facts: MailFacts;
}

interface AccountHolder {
  readonly id: string;
  readonly firstName: string;
  readonly email: string;
  readonly language: string | null;
}

/** A mail to the address of an account about that account, by default in the account's language. */
export function mailTo(
  { id, firstName, email, language }: AccountHolder,
  facts: MailFacts,
  mailLanguage = parseLanguage(language) ?? FALLBACK_LANGUAGE,
): NewMail {
  return { accountId: id, receiver: { name: firstName, address: email, language: mailLanguage }, facts };
}
