import type { Language } from '@portal/contract/language';
import { createAccountPasswordLink, PASSWORD_LINK_DAYS } from '../database/account-password-links.ts';
import { CONFIRMATION_DAYS, createConfirmation, createReleaseLink, LINK_DAYS } from '../database/mail-links.ts';
import type { Database } from '../database/open-database.ts';
import { createPasswordReset, RESET_MINUTES } from '../database/password-resets.ts';
import { NEW_ACCOUNT_PASSWORD_PATH, NEW_PASSWORD_PATH } from '../paths.ts';
import type { Settings } from '../options.ts';
import { portalAt } from '../request-origin.ts';
import { DELETED_LETTER, DELETION_LETTER } from './deletion-letters.ts';
import { FORCED_RELEASE_LETTER } from './forced-release-letter.ts';
import { CONFIRMATION_LETTER, FAILED_DELETION_LETTER, HUB_RELEASE_LETTER, letterMail } from './letters.ts';
import type { Letter } from './letters.ts';
import type { MailFacts, MailKind, Receiver } from '../database/mail-facts.ts';
import type { Message } from './mailer.ts';
import { PASSWORD_CHANGED_LETTER } from './password-changed-letter.ts';
import { PASSWORD_LETTER } from './password-letter.ts';
import { UNMIGRATED_LETTER } from './unmigrated-letter.ts';

/** Where a mail is composed. */
export interface Composing {
  readonly db: Database;
  readonly settings: Settings;
}

interface Parts {
  readonly words: (firstName: string) => Letter;
  readonly link: string;
}

type Composer<Kind extends MailKind> = (
  facts: MailFacts<Kind>,
  language: Language,
  composing: Composing,
) => Parts | Promise<Parts>;

/** How each kind of mail is composed; a link with a token gets a new one each time. */
const COMPOSERS: { readonly [Kind in MailKind]: Composer<Kind> } = {
  'account-deleted': ({ portalOrigin, obcAccount }, language, { settings }) => ({
    words: (firstName) => DELETED_LETTER[language]({ firstName, obcAccount }),
    link: `${portalAt(portalOrigin, settings)}/info?successful_deletion`,
  }),
  'account-password': async ({ accountId, portalOrigin }, language, { db, settings }) => {
    const token = await createAccountPasswordLink(db, accountId, portalOrigin);
    return {
      words: (firstName) => UNMIGRATED_LETTER[language]({ firstName, days: PASSWORD_LINK_DAYS }),
      link: `${settings.url}${NEW_ACCOUNT_PASSWORD_PATH}/${token}?lang=${language}`,
    };
  },
  'deletion-failed': ({ portalOrigin }, language, { settings }) => ({
    words: (firstName) => FAILED_DELETION_LETTER[language]({ firstName }),
    link: `${portalAt(portalOrigin, settings)}/info?failed_deletion`,
  }),
  'deletion-mail': ({ portalOrigin }, language, { settings }) => ({
    words: (firstName) => DELETION_LETTER[language]({ firstName }),
    link: `${portalAt(portalOrigin, settings)}/account/delete`,
  }),
  'email-confirmation': async ({ accountId, newEmail, portalOrigin }, language, { db, settings }) => {
    const token = await createConfirmation(db, { accountId, newEmail, portalOrigin });
    return {
      words: (firstName) => CONFIRMATION_LETTER[language]({ firstName, newEmail, days: CONFIRMATION_DAYS }),
      link: `${settings.url}/api/account/confirmation/${token}`,
    };
  },
  'hub-released': ({ portalOrigin, role, serial, partNumber }, language, { settings }) => ({
    words: (firstName) => FORCED_RELEASE_LETTER[language]({ firstName, role, serial, partNumber }),
    link: `${portalAt(portalOrigin, settings)}/settings`,
  }),
  'identity-password': async ({ identityId }, language, { db, settings }) => {
    const token = await createPasswordReset(db, identityId);
    return {
      words: () => PASSWORD_LETTER[language]({ minutes: RESET_MINUTES }),
      link: `${settings.url}${NEW_PASSWORD_PATH}/${token}?lang=${language}`,
    };
  },
  'password-changed': ({ portalOrigin }, language, { settings }) => ({
    words: (firstName) => PASSWORD_CHANGED_LETTER[language]({ firstName }),
    link: `${portalAt(portalOrigin, settings)}/account#password`,
  }),
  'release-request': async ({ guest, portalOrigin, ...hub }, language, { db, settings }) => {
    const { serial, partNumber } = hub;
    const token = await createReleaseLink(db, hub, portalOrigin);
    return {
      words: (ownerFirstName) =>
        HUB_RELEASE_LETTER[language]({ ownerFirstName, guest, serial, partNumber, days: LINK_DAYS }),
      link: `${settings.url}/api/hubs/release/${token}`,
    };
  },
};

/** The mail that tells the receiver these facts. */
export async function composeMail<Kind extends MailKind>(
  { name, address, language }: Receiver,
  facts: MailFacts<Kind>,
  composing: Composing,
): Promise<Message> {
  const kind: Kind = facts.kind;
  const { words, link } = await COMPOSERS[kind](facts, language, composing);
  return letterMail({ name, address }, language, words, link);
}
