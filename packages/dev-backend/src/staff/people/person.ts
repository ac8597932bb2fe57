import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { eq } from 'drizzle-orm';
import { Refusal } from '../../api/refusal.ts';
import type { Account } from '../../database/accounts.ts';
import type { Transaction } from '../../database/add-person.ts';
import type { Database } from '../../database/open-database.ts';
import { accounts } from '../../database/schema.ts';
import { letterMail } from '../../mail/letters.ts';
import type { Letter } from '../../mail/letters.ts';
import type { Message, SendMail } from '../../mail/mailer.ts';
import type { Settings } from '../../options.ts';

/** What work on people's accounts needs. */
export interface PeopleWork {
  readonly db: Database;
  readonly settings: Settings;
  readonly sendMail: SendMail;
}

/** The account that staff work on, which nobody else can change before the transaction ends. @throws {Refusal} 404 */
export async function lockPerson(transaction: Transaction, id: string): Promise<Account> {
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (!account) throw new Refusal(404, 'USER_NOT_FOUND');
  return account;
}

/** The mail to a person, in the person's language. `link` is the address of its only link. */
export function mailTo(
  { firstName, email, language: preferred }: Account,
  letter: (language: Language) => Letter,
  link: string,
): Message {
  const language = languageOf(preferred) ?? FALLBACK_LANGUAGE;
  return letterMail({ name: firstName, address: email }, language, letter(language), link);
}
