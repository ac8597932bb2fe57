import { maskSecrets } from '@portal/node-kit/mask-secrets';
import { describeError } from '@portal/node-kit/plain-error';
import { asc, eq, isNull } from 'drizzle-orm';
import type { Language } from '@portal/contract/language';
import type { Transaction } from '../database/add-person.ts';
import type { MailFacts, MailKind, NewMail, Receiver } from '../database/mail-facts.ts';
import { outbox } from '../database/schema.ts';
import type { Mailbox, Message } from './mailbox.ts';
import { createAccountPasswordLink, PASSWORD_LINK_DAYS } from '../database/account-password-links.ts';
import { CONFIRMATION_DAYS, createConfirmation, createReleaseLink, LINK_DAYS } from '../database/mail-links.ts';
import type { Database } from '../database/open-database.ts';
import { createPasswordReset, RESET_MINUTES } from '../database/password-resets.ts';
import { NEW_ACCOUNT_PASSWORD_PATH, NEW_PASSWORD_PATH } from '../paths.ts';
import type { Settings } from '../options.ts';
import { portalAt } from '../request-origin.ts';
import { OBC_OUTCOMES, RELEASE_EFFECTS } from './mail-phrases.ts';
import type { MailValues } from './render-mail.ts';
import { renderMail } from './render-mail.ts';

/** Where a mail is composed. */
interface Composing {
  readonly db: Database;
  readonly settings: Settings;
}

interface Place extends Composing {
  readonly language: Language;
  /** The portal that the action came from. */
  readonly portal: string;
}

type Composer<Kind extends MailKind> = (facts: MailFacts<Kind>, place: Place) => MailValues | Promise<MailValues>;

const composeConfirmation: Composer<'account-confirmation' | 'email-confirmation'> = async (
  facts,
  { db, settings },
) => {
  const { accountId, newEmail, portalOrigin } = facts;
  const token = await createConfirmation(db, { accountId, newEmail, portalOrigin });
  return {
    link: `${settings.url}/api/account/confirmation/${token}`,
    values: { newEmail, days: CONFIRMATION_DAYS },
  };
};

/** How each kind of mail is composed; a link with a token gets a new one each time. */
const COMPOSERS: { readonly [Kind in MailKind]: Composer<Kind> } = {
  'account-confirmation': composeConfirmation,
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
  'email-confirmation': composeConfirmation,
  'hub-left': ({ serial, partNumber }, { portal }) => ({ link: `${portal}/settings`, values: { serial, partNumber } }),
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
async function composeMail<Kind extends MailKind>(
  receiver: Receiver,
  facts: MailFacts<Kind>,
  { db, settings }: Composing,
): Promise<Message> {
  const kind: Kind = facts.kind;
  const portal = portalAt('portalOrigin' in facts ? facts.portalOrigin : undefined, settings);
  const letter = await COMPOSERS[kind](facts, { db, settings, portal, language: receiver.language });
  return renderMail(receiver, kind, letter);
}

type Waiting = typeof outbox.$inferSelect;

interface OutboxOptions extends Composing {
  readonly mailbox: Mailbox;
}

/**
 * Mails of actions. Each is stored in the transaction of its action and leaves after it, so that no action waits or
 * fails because of a mail, and no mail tells of an action that was not done.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #sending = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Carries out an action in a transaction; when it is done, the mails that it added leave. */
  async transaction<Done>(action: (transaction: Transaction) => Promise<Done>): Promise<Done> {
    const done = await this.#options.db.transaction(action);
    this.send();
    return done;
  }

  /** Adds a mail to an action's `transaction`. */
  async add(transaction: Transaction, mail: NewMail): Promise<void> {
    await transaction.insert(outbox).values({ ...mail, kind: mail.facts.kind });
  }

  /** Sends what waits, also from an earlier process. */
  send(): void {
    this.#sending = this.#sending.then(() => this.#sendWaiting());
  }

  /** Resolves when every mail has left or was given up. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  async #sendWaiting(): Promise<void> {
    const { db, settings } = this.#options;
    try {
      const waiting = await db.select().from(outbox).where(isNull(outbox.refusedAt)).orderBy(asc(outbox.id));
      for (const mail of waiting) await this.#try(mail);
    } catch (error) {
      settings.log(`The outbox cannot be read: ${describeError(error)}`);
    }
  }

  async #try(mail: Waiting): Promise<void> {
    const { db } = this.#options;
    const isThis = eq(outbox.id, mail.id);
    const reason = await this.#deliver(mail);
    if (reason === undefined) await db.delete(outbox).where(isThis);
    else await db.update(outbox).set({ refusedAt: new Date(), reason, receiver: null, facts: null }).where(isThis);
  }

  /** @returns why the mail cannot be delivered, if it cannot. */
  async #deliver({ kind, receiver, facts }: Waiting): Promise<string | undefined> {
    const { mailbox, settings, ...composing } = this.#options;
    if (!receiver || !facts) return undefined;
    try {
      const message = await composeMail(receiver, facts, { ...composing, settings });
      return mailbox.receive(message) ? undefined : '550 No such mailbox';
    } catch (error) {
      settings.log(`A mail (${kind}) was not sent: ${maskSecrets(describeError(error))}`);
      return 'unknown';
    }
  }
}
