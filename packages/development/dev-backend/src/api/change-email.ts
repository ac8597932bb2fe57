import { DoneResponseSchema, EmailRequestSchema } from '@portal/api/wire';
import type { EMAIL_ERRORS } from '@portal/api/wire';
import { isAddressInUse } from '../database/accounts.ts';
import { removeOpenConfirmations } from '../database/mail-links.ts';
import { getPortal } from '../request-origin.ts';
import { callerIn, mailLanguage } from './caller.ts';
import { isAccountPassword } from './check-password.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/**
 * Stricter than the portal's pattern: one at sign, no space, no empty part between dots, nothing that mail programs
 * make an address of the web of.
 */
const ADDRESS = /^[^\s@<>",;:()[\]\\/?#]+@[^\s@.<>",;:()[\]\\]+(\.[^\s@.<>",;:()[\]\\]+)+$/;
/** What nobody sees: control characters, direction marks, joiners, halves of a pair. */
const INVISIBLE = /\p{C}/u;
/** The longest path of RFC 5321, without the angle brackets. In characters. */
const LONGEST_ADDRESS = 254;
/** Domains of disposable addresses; subdomains are refused, too. */
const REFUSED_PROVIDERS = ['10minutemail.com', 'guerrillamail.com', 'mailinator.com', 'trashmail.com', 'yopmail.com'];

const refusal = (error: (typeof EMAIL_ERRORS)[number]) => new Refusal(400, error);

/** Validates a new address. @throws {Refusal} 400 with one of the errors of section 8. */
function newAddress(text: string): string {
  const address = text.trim();
  if (address === '') throw refusal('MISSING_EMAIL_ADDRESS');
  // Letters that look like others, such as fullwidth ones, would make two addresses of what people take for one.
  const isPlain = !INVISIBLE.test(address) && address.normalize('NFKC') === address;
  if (address.length > LONGEST_ADDRESS || !ADDRESS.test(address) || !isPlain) throw refusal('email invalid');
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const isRefused = REFUSED_PROVIDERS.some((provider) => domain === provider || domain.endsWith(`.${provider}`));
  if (isRefused) throw refusal('INVALID_EMAIL_PROVIDER');
  return address;
}

const schema = {
  summary: 'Request another e-mail address; the link in a mail to it confirms it (not for users on single sign-on)',
  body: EmailRequestSchema,
  response: { 200: DoneResponseSchema },
};

/**
 * `PUT account/email`: mails a link to the new address; opening it changes the account's address. 403 for users on
 * single sign-on, 401 for a wrong password, 429 for too many of them, and for too many addresses. The password is
 * checked first, so that only its owner can find out which addresses are in use.
 */
export function changeEmail(app: ApiScope, { db, settings, outbox, limits, mailLimit }: Services): void {
  app.put('/account/email', { schema }, async (request) => {
    const caller = await callerIn(db, request);
    const { newEmail, currentPassword } = request.body;
    if (caller.usesSingleSignOn) throw new Refusal(403, 'EMAIL_IS_CENTRAL');
    if (!(await isAccountPassword(caller, { password: currentPassword, address: request.ip }, limits)))
      throw new Refusal(401, 'WRONG_PASSWORD');
    const address = newAddress(newEmail);
    // Before it is known whether somebody has the address: over the limit all addresses are answered alike.
    mailLimit.count(caller.id, 'email-confirmation', address);
    if (await isAddressInUse(db, address, caller)) throw refusal('EMAIL_ADDRESS_IN_USE');
    const change = { accountId: caller.id, newEmail: address, portalOrigin: getPortal(request, settings) };
    const receiver = { name: caller.firstName, address, language: mailLanguage(caller, request) };
    await outbox.transaction(async (transaction) => {
      await removeOpenConfirmations(transaction, caller.id);
      const facts = { kind: 'email-confirmation', ...change } as const;
      await outbox.add(transaction, { accountId: caller.id, receiver, facts });
    });
    return { data: {} };
  });
}
