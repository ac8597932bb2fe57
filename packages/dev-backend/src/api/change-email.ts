import { EmailResponseSchema, EmailRequestSchema } from '@portal/api/wire';
import type { Database } from '../database/open-database.ts';
import { CONFIRMATION_DAYS, createConfirmation } from '../database/email-confirmations.ts';
import { verifyPassword } from '../identity/password.ts';
import { CONFIRMATION_LETTER } from '../mail/confirmation-letter.ts';
import { letterMail } from '../mail/letter.ts';
import type { SendMail } from '../mail/mailer.ts';
import type { Settings } from '../options.ts';
import { callerOf } from './caller.ts';
import { mailLanguage } from './mail-language.ts';
import { newAddress } from './new-address.ts';
import { portalOf } from './portal-origin.ts';
import { Refusal } from './refusal.ts';
import type { ApiScope } from './valibot-schemas.ts';

const schema = {
  summary: 'Ask for another e-mail address, which a mail to it then confirms (not for users on single sign-on)',
  body: EmailRequestSchema,
  response: { 200: EmailResponseSchema },
};

interface EmailChange {
  readonly db: Database;
  readonly settings: Settings;
  readonly sendMail: SendMail;
}

/**
 * `PUT account/email`: mails a link to the new address, which makes it the account's own. 403 for users on single sign-on, 401 for a
 * wrong password; the password comes first, so that nobody without it learns whose addresses are in use.
 */
export function changeEmail(app: ApiScope, { db, settings, sendMail }: EmailChange): void {
  app.put('/account/email', { schema }, async (request) => {
    const caller = callerOf(request);
    const { newEmail, currentPassword } = request.body;
    if (caller.passwordHash === null) throw new Refusal(403, 'EMAIL_IS_CENTRAL');
    if (!(await verifyPassword(currentPassword, caller.passwordHash))) throw new Refusal(401, 'WRONG_PASSWORD');
    const address = await newAddress(db, newEmail, caller);
    const change = { accountId: caller.id, newEmail: address, portalOrigin: portalOf(request, settings) };
    const token = await createConfirmation(db, change);
    const language = mailLanguage(caller, request);
    const words = { firstName: caller.firstName, newEmail: address, days: CONFIRMATION_DAYS };
    const to = { name: caller.firstName, address };
    const link = `${settings.url}/api/account/confirmation/${token}`;
    await sendMail(letterMail(to, language, CONFIRMATION_LETTER[language](words), link));
    return { data: {} };
  });
}
