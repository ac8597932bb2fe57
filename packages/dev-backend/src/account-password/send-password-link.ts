import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import { createAccountPasswordLink, PASSWORD_LINK_DAYS } from '../database/account-password-links.ts';
import type { Account } from '../database/accounts.ts';
import type { Transaction } from '../database/add-person.ts';
import { letterMail } from '../mail/letters.ts';
import type { SendMail } from '../mail/mailer.ts';
import { UNMIGRATED_LETTER } from '../mail/unmigrated-letter.ts';
import type { Settings } from '../options.ts';
import { NEW_ACCOUNT_PASSWORD_PATH } from './pages.ts';

interface Sending {
  readonly settings: Settings;
  readonly sendMail: SendMail;
  /** The portal that the page finally leads to. */
  readonly portalOrigin: string;
}

/** Mails a person whose account is not on single sign-on, in the person's language, the link that sets the account's password. */
export async function sendPasswordLink(
  transaction: Transaction,
  { id, firstName, email, language: preferred }: Account,
  { settings, sendMail, portalOrigin }: Sending,
): Promise<void> {
  const language = languageOf(preferred) ?? FALLBACK_LANGUAGE;
  const token = await createAccountPasswordLink(transaction, id, portalOrigin);
  const letter = (name: string) => UNMIGRATED_LETTER[language]({ firstName: name, days: PASSWORD_LINK_DAYS });
  const link = `${settings.url}${NEW_ACCOUNT_PASSWORD_PATH}/${token}?lang=${language}`;
  await sendMail(letterMail({ name: firstName, address: email }, language, letter, link));
}
