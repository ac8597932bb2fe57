import type { Language } from '@portal/contract/language';
import { createAccountPasswordLink, PASSWORD_LINK_DAYS } from '../database/account-password-links.ts';
import { CONFIRMATION_DAYS, createConfirmation, createReleaseLink, LINK_DAYS } from '../database/mail-links.ts';
import type { Database } from '../database/open-database.ts';
import { createPasswordReset, RESET_MINUTES } from '../database/password-resets.ts';
import { NEW_ACCOUNT_PASSWORD_PATH, NEW_PASSWORD_PATH } from '../paths.ts';
import type { Settings } from '../options.ts';
import { portalAt } from '../request-origin.ts';
import { OBC_OUTCOMES, RELEASE_EFFECTS } from './mail-texts.ts';
import { renderMail } from './render-mail.ts';
import type { MailValues } from './render-mail.ts';
import type { MailFacts, MailKind, Receiver } from '../database/mail-facts.ts';
import type { Message } from './mailbox.ts';

/** Where a mail is composed. */
export interface Composing {
  readonly db: Database;
  readonly settings: Settings;
}

interface Place extends Composing {
  readonly language: Language;
  /** The portal that the action came from. */
  readonly portal: string;
}

type Composer<Kind extends MailKind> = (facts: MailFacts<Kind>, place: Place) => MailValues | Promise<MailValues>;

/** How each kind of mail is composed; a link with a token gets a new one each time. */
const COMPOSERS: { readonly [Kind in MailKind]: Composer<Kind> } = {
  'account-deleted': ({ obcAccount }, { portal, language }) => ({
    link: `${portal}/info?successful_deletion`,
    values: { obc: obcAccount ? OBC_OUTCOMES[language][obcAccount] : '' },
  }),
  'account-password': async ({ accountId, portalOrigin }, { db, settings, language }) => {
    const token = await createAccountPasswordLink(db, accountId, portalOrigin);
    return {
      link: `${settings.url}${NEW_ACCOUNT_PASSWORD_PATH}/${token}?lang=${language}`,
      values: { days: PASSWORD_LINK_DAYS },
    };
  },
  'deletion-failed': (_facts, { portal }) => ({ link: `${portal}/info?failed_deletion` }),
  'deletion-mail': (_facts, { portal }) => ({ link: `${portal}/account/delete` }),
  'email-confirmation': async ({ accountId, newEmail, portalOrigin }, { db, settings }) => {
    const token = await createConfirmation(db, { accountId, newEmail, portalOrigin });
    return {
      link: `${settings.url}/api/account/confirmation/${token}`,
      values: { newEmail, days: CONFIRMATION_DAYS },
    };
  },
  'hub-released': ({ role, serial, partNumber }, { portal, language }) => ({
    link: `${portal}/settings`,
    values: { serial, partNumber, effect: RELEASE_EFFECTS[language][role] },
  }),
  'identity-password': async ({ identityId }, { db, settings, language }) => {
    const token = await createPasswordReset(db, identityId);
    return {
      link: `${settings.url}${NEW_PASSWORD_PATH}/${token}?lang=${language}`,
      values: { minutes: RESET_MINUTES },
    };
  },
  'password-changed': (_facts, { portal }) => ({ link: `${portal}/account#password` }),
  'release-request': async ({ guest, portalOrigin, ...hub }, { db, settings }) => {
    const { serial, partNumber } = hub;
    const token = await createReleaseLink(db, hub, portalOrigin);
    return {
      link: `${settings.url}/api/hubs/release/${token}`,
      values: { guest, serial, partNumber, days: LINK_DAYS },
    };
  },
};

/** The mail that tells the receiver these facts. */
export async function composeMail<Kind extends MailKind>(
  receiver: Receiver,
  facts: MailFacts<Kind>,
  { db, settings }: Composing,
): Promise<Message> {
  const kind: Kind = facts.kind;
  const portal = portalAt('portalOrigin' in facts ? facts.portalOrigin : undefined, settings);
  const values = await COMPOSERS[kind](facts, { db, settings, portal, language: receiver.language });
  return renderMail(receiver, kind, values);
}
