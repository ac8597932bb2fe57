import type { EMAIL_ERRORS } from '@portal/api/wire';
import type { Account } from '../database/accounts.ts';
import { isAddressInUse } from '../database/accounts.ts';
import type { Database } from '../database/open-database.ts';
import { Refusal } from './refusal.ts';

/** Stricter than the portal's own pattern: one at sign, no space, and nothing empty between dots. */
const ADDRESS = /^[^\s@<>",;:()[\]\\]+@[^\s@.<>",;:()[\]\\]+(\.[^\s@.<>",;:()[\]\\]+)+$/;
const CONTROL_CHARACTER = /\p{Cc}/u;
/** RFC 5321's longest path, without its angle brackets. */
const LONGEST_ADDRESS = 254;
/** Providers of addresses to throw away, with everything below their domains. */
const REFUSED_PROVIDERS = ['10minutemail.com', 'guerrillamail.com', 'mailinator.com', 'trashmail.com', 'yopmail.com'];

const refusal = (error: (typeof EMAIL_ERRORS)[number]) => new Refusal(400, error);

/** The address that an account is to get. @throws {Refusal} 400 with one of the four errors of section 8. */
export async function newAddress(db: Database, text: string, account: Account): Promise<string> {
  const address = text.trim();
  if (address === '') throw refusal('MISSING_EMAIL_ADDRESS');
  if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address) || CONTROL_CHARACTER.test(address))
    throw refusal('email invalid');
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const isRefused = REFUSED_PROVIDERS.some((provider) => domain === provider || domain.endsWith(`.${provider}`));
  if (isRefused) throw refusal('INVALID_EMAIL_PROVIDER');
  if (await isAddressInUse(db, address, account)) throw refusal('EMAIL_ADDRESS_IN_USE');
  return address;
}
