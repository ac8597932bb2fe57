import { DoneResponseSchema, PasswordRequestSchema } from '@portal/api/wire';
import type { PASSWORD_ERRORS } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/api-scope';
import { describeError } from '@portal/node-kit/plain-error';
import { eq } from 'drizzle-orm';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Database } from '../database/open-database.ts';
import { accounts } from '../database/schema.ts';
import { hashPassword, isSecureAccountPassword } from '../identity/password.ts';
import { letterMail } from '../mail/letters.ts';
import type { SendMail } from '../mail/mailer.ts';
import { PASSWORD_CHANGED_LETTER } from '../mail/password-changed-letter.ts';
import type { Settings } from '../options.ts';
import { portalOf } from '../request-origin.ts';
import { callerIn, mailLanguage } from './caller.ts';
import { isAccountPassword } from './check-password.ts';
import { Refusal } from './refusal.ts';

const schema = {
  summary: "Change the account's own password (not for users on single sign-on); a mail says so",
  body: PasswordRequestSchema,
  response: { 200: DoneResponseSchema },
};

interface PasswordChange {
  readonly db: Database;
  readonly settings: Settings;
  readonly sendMail: SendMail;
  readonly limits: AttemptLimits;
}

const refusal = (error: (typeof PASSWORD_ERRORS)[number]) => new Refusal(400, error);

/**
 * `PUT account/password`: 403 for users on single sign-on, 401 for a wrong password, 429 for too many of them, which are counted together with
 * those of other calls. Who is signed in stays so: the identity provider has a password of its own.
 */
export function changePassword(app: ApiScope, { db, settings, sendMail, limits }: PasswordChange): void {
  app.put('/account/password', { schema }, async (request) => {
    const caller = await callerIn(db, request);
    const { currentPassword, newPassword } = request.body;
    if (caller.usesSingleSignOn) throw new Refusal(403, 'PASSWORD_IS_CENTRAL');
    if (!(await isAccountPassword(caller, { password: currentPassword, address: request.ip }, limits)))
      throw new Refusal(401, 'WRONG_PASSWORD');
    if (newPassword === currentPassword) throw refusal('SAME_PASSWORD');
    if (!isSecureAccountPassword(newPassword)) throw refusal('INSECURE_PASSWORD');
    const passwordHash = await hashPassword(newPassword);
    await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, caller.id));
    const language = mailLanguage(caller, request);
    const letter = (firstName: string) => PASSWORD_CHANGED_LETTER[language]({ firstName });
    const to = { name: caller.firstName, address: caller.email };
    try {
      await sendMail(letterMail(to, language, letter, `${portalOf(request, settings)}/account#password`));
    } catch (error) {
      // The password is changed: a failed answer would deny it.
      settings.log(`A mail about a changed password was not sent: ${describeError(error)}`);
    }
    return { data: {} };
  });
}
