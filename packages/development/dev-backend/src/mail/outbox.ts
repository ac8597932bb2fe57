import { maskSecrets } from '@portal/node-kit/mask-secrets';
import { describeError } from '@portal/node-kit/plain-error';
import { asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/add-person.ts';
import type { NewMail } from '../database/mail-facts.ts';
import { outbox } from '../database/schema.ts';
import { composeMail } from './compose-mail.ts';
import type { Composing } from './compose-mail.ts';
import type { Mailbox } from './mailbox.ts';

type Waiting = typeof outbox.$inferSelect;

interface OutboxOptions extends Composing {
  readonly mailbox: Mailbox;
}

/**
 * Mails of actions. Each is stored in the transaction of its action and leaves after it, so that no action waits or fails because of a mail, and no mail
 * tells of an action that was not done.
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
