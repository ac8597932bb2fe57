import { DoneResponseSchema, PasswordRequestSchema } from '@portal/api/wire';
import type { PASSWORD_ERRORS } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { eq } from 'drizzle-orm';
import { accounts } from '../database/schema.ts';
import { hashPassword, isSecureAccountPassword } from '../database/password.ts';
import { mailTo } from '../database/mail-facts.ts';
import { getPortal } from '../request-origin.ts';
import { callerIn, mailLanguage } from './caller.ts';
import { isAccountPassword } from './check-password.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';

const schema = {
  summary: "Change the account's own password (not for users on single sign-on); a mail says so",
  body: PasswordRequestSchema,
  response: { 200: DoneResponseSchema },
};

const refusal = (error: (typeof PASSWORD_ERRORS)[number]) => new Refusal(400, error);

/**
 * `PUT account/password`: 403 for users on single sign-on, 401 for a wrong password, 429 for too many of them, which
 * are counted together with those of other calls. Who is signed in stays so: the identity provider has a password of
 * its own.
 */
export function changePassword(app: ApiScope, { db, settings, outbox, limits }: Services): void {
  app.put('/account/password', { schema }, async (request) => {
    const caller = await callerIn(db, request);
    const { currentPassword, newPassword } = request.body;
    if (caller.usesSingleSignOn) throw new Refusal(403, 'PASSWORD_IS_CENTRAL');
    if (!(await isAccountPassword(caller, { password: currentPassword, address: request.ip }, limits)))
      throw new Refusal(401, 'WRONG_PASSWORD');
    if (newPassword === currentPassword) throw refusal('SAME_PASSWORD');
    if (!isSecureAccountPassword(newPassword)) throw refusal('INSECURE_PASSWORD');
    const passwordHash = await hashPassword(newPassword);
    const facts = { kind: 'password-changed', portalOrigin: getPortal(request, settings) } as const;
    await outbox.transaction(async (transaction) => {
      await transaction.update(accounts).set({ passwordHash }).where(eq(accounts.id, caller.id));
      await outbox.add(transaction, mailTo(caller, facts, mailLanguage(caller, request)));
    });
    return { data: {} };
  });
}
