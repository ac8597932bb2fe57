import { DoneResponseSchema, DestroyRequestSchema, WRONG_PASSWORD } from '@portal/api/wire';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Behaviours } from '../control/behaviours.ts';
import { isLastAdmin } from '../database/admins.ts';
import type { Database } from '../database/open-database.ts';
import { deleteAccount, deleteAccountPartially } from '../database/release-hub.ts';
import { FAILED_DELETION_LETTER, letterMail } from '../mail/letters.ts';
import type { SendMail } from '../mail/mailer.ts';
import type { Settings } from '../options.ts';
import type { Uploads } from '../staff/firmware/uploads.ts';
import { portalOf } from '../request-origin.ts';
import { callerIn, mailLanguage } from './caller.ts';
import type { Caller } from './caller.ts';
import { isAccountPassword } from './check-password.ts';
import { Refusal } from './refusal.ts';
import type { ApiScope } from '@portal/node-kit/api-scope';

const schema = {
  summary: 'Delete the account and release its hubs; error code 3000022 is a wrong password',
  body: DestroyRequestSchema,
  response: { 200: DoneResponseSchema },
};

interface AccountDeletion {
  readonly db: Database;
  readonly settings: Settings;
  readonly sendMail: SendMail;
  readonly limits: AttemptLimits;
  readonly behaviours: Behaviours | undefined;
  readonly uploads: Uploads;
}

/** Users on single sign-on have no password here and send an empty one. */
async function checkPassword(
  caller: Caller,
  entered: { readonly password: string; readonly address: string },
  limits: AttemptLimits,
): Promise<void> {
  const isRight = caller.usesSingleSignOn ? entered.password === '' : await isAccountPassword(caller, entered, limits);
  if (!isRight) throw new Refusal(400, 'WRONG_PASSWORD', { code: WRONG_PASSWORD });
}

/**
 * `POST account/destroy`: deletes the account and everything it holds; the central identity stays (specification, section 4). A deletion
 * that stops half-way has the same answer, and the user gets a mail about it.
 */
export function destroyAccount(
  app: ApiScope,
  { db, settings, sendMail, limits, behaviours, uploads }: AccountDeletion,
): void {
  app.post('/account/destroy', { schema }, async (request) => {
    const caller = await callerIn(db, request);
    await checkPassword(caller, { password: request.body.password, address: request.ip }, limits);
    if (!behaviours?.deletesPartially(caller.identityId)) {
      await db.transaction(async (transaction) => {
        if (await isLastAdmin(transaction, caller.id)) throw new Refusal(400, 'LAST_ADMIN');
        await deleteAccount(transaction, caller.id);
      });
      await uploads.removeStrays();
      return { data: {} };
    }
    await deleteAccountPartially(db, caller.id);
    const language = mailLanguage(caller, request);
    const to = { name: caller.firstName, address: caller.email };
    const link = `${portalOf(request, settings)}/info?failed_deletion`;
    const letter = (firstName: string) => FAILED_DELETION_LETTER[language]({ firstName });
    await sendMail(letterMail(to, language, letter, link));
    return { data: {} };
  });
}
