import { maskSecrets } from '@portal/node-kit/masked-text';
import { describeError } from '@portal/node-kit/plain-error';
import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../database/add-person.ts';
import { outbox } from '../database/schema.ts';
import { composeMail } from './compose-mail.ts';
import type { Composing } from './compose-mail.ts';
import type { NewMail } from '../database/mail-facts.ts';
import type { SendMail } from './mailer.ts';

/** Time, which tests replace. */
export interface Time {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `work` once, after so many milliseconds. @returns what cancels it. */
  after(milliseconds: number, work: () => void): () => void;
}

/** The time of this machine, by the clock `now`. */
export const machineTime = (now: () => number): Time => ({
  now,
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
});

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** How long a mail waits after each try that failed, in milliseconds. After the last of them it is tried once more, then given up. */
export const DELAYS_MS = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE);
/** How long it is remembered that a mail was given up, in days. */
const REMEMBERED_DAYS = 90;
const LONGEST_REASON = 200;
/** Due whatever the clock says, which may have been set back since. */
const AT_ONCE = new Date(0);

type Waiting = typeof outbox.$inferSelect;

/** What is known of a mail that was not sent: the mail server's answer, or a code ("ECONNREFUSED"). */
const FailureSchema = v.fallback(
  v.object({ responseCode: v.optional(v.number()), response: v.optional(v.string()), code: v.optional(v.string()) }),
  {},
);

/** Why a mail was not sent, without anything of the mail itself; and whether it never will be (RFC 5321, section 4.2.1). */
function failureIn(error: unknown): { readonly reason: string; readonly isFinal: boolean } {
  const { responseCode = 0, response, code } = v.parse(FailureSchema, error);
  const reason = maskSecrets(response ?? code ?? 'unknown').slice(0, LONGEST_REASON);
  return { reason, isFinal: responseCode >= 500 };
}

interface OutboxOptions extends Composing {
  readonly sendMail: SendMail;
  readonly time: Time;
}

/**
 * Mails of acts. Each is stored in the transaction of its act and leaves after it, so that no act waits or fails because of a mail, and no mail
 * tells of an act that was not done. A mail leaves at least once: twice if the backend ends between the two.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  #sending: Promise<void> | undefined;
  #isAskedAgain = false;
  #isStopped = false;
  #cancelTimer = (): void => undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Sends what an earlier process has left, and forgets mails that were given up long ago. */
  async start(): Promise<void> {
    const { db, time } = this.#options;
    await db.delete(outbox).where(lt(outbox.refusedAt, new Date(time.now() - REMEMBERED_DAYS * DAY)));
    this.#send();
  }

  /** Sends no more, once the mail under way is sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#sending;
  }

  /** Carries out an act in a transaction; when it is done, the mails that it added leave. */
  async transaction<Done>(act: (transaction: Transaction) => Promise<Done>): Promise<Done> {
    const done = await this.#options.db.transaction(act);
    this.#send();
    return done;
  }

  /** Adds a mail to an act's `transaction`. */
  async add(transaction: Transaction, mail: NewMail): Promise<void> {
    await transaction.insert(outbox).values({ ...mail, kind: mail.facts.kind, dueAt: AT_ONCE });
  }

  /** Resolves when every mail that is due has been tried. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  #send(): void {
    this.#isAskedAgain = true;
    this.#sending ??= this.#sendWhileAsked();
  }

  async #sendWhileAsked(): Promise<void> {
    const { settings, time } = this.#options;
    while (this.#isAskedAgain && !this.#isStopped) {
      this.#isAskedAgain = false;
      try {
        await this.#sendDue();
      } catch (error) {
        settings.log(`The outbox cannot be read: ${describeError(error)}`);
        this.#cancelTimer = time.after(MINUTE, () => this.#send());
      }
    }
    this.#sending = undefined;
  }

  async #sendDue(): Promise<void> {
    const { db, time } = this.#options;
    for (;;) {
      if (this.#isStopped) return;
      const [next] = await db
        .select()
        .from(outbox)
        .where(isNull(outbox.refusedAt))
        .orderBy(asc(outbox.dueAt), asc(outbox.id))
        .limit(1);
      this.#cancelTimer();
      if (!next) return;
      const waitMs = next.dueAt.getTime() - time.now();
      if (waitMs > 0) {
        this.#cancelTimer = time.after(waitMs, () => this.#send());
        return;
      }
      if (await this.#claim(next)) await this.#try(next);
    }
  }

  /** Counts the try before it is made, so that another process does not make it, too, nor this one at once after a crash. */
  async #claim({ id, tries }: Waiting): Promise<boolean> {
    const { db, time } = this.#options;
    const dueAt = new Date(time.now() + (DELAYS_MS[tries] ?? DAY));
    const isUntouched = and(eq(outbox.id, id), eq(outbox.tries, tries), lte(outbox.dueAt, new Date(time.now())));
    const claimed = await db
      .update(outbox)
      .set({ tries: tries + 1, dueAt })
      .where(isUntouched)
      .returning({ id: outbox.id });
    return claimed.length > 0;
  }

  async #try({ id, kind, accountId, receiver, facts, tries }: Waiting): Promise<void> {
    const { db, settings, sendMail, time } = this.#options;
    const isThis = eq(outbox.id, id);
    try {
      if (receiver && facts) await sendMail(await composeMail(receiver, facts, { db, settings }));
    } catch (error) {
      const { reason, isFinal } = failureIn(error);
      const isGivenUp = isFinal || tries >= DELAYS_MS.length;
      settings.log(
        `A mail (${kind}) was not sent${isGivenUp ? ', and is given up' : ''}: ${maskSecrets(describeError(error))}`,
      );
      const refusal = { refusedAt: new Date(time.now()), reason, receiver: null, facts: null };
      if (isGivenUp) await db.update(outbox).set(refusal).where(isThis);
      return;
    }
    await db.delete(outbox).where(isThis);
    if (accountId === null || kind !== 'email-confirmation') return;
    // An earlier address of which the mail waits for another try must not replace this one.
    const isEarlier = and(eq(outbox.accountId, accountId), eq(outbox.kind, kind), lt(outbox.id, id));
    await db.delete(outbox).where(and(isEarlier, isNull(outbox.refusedAt)));
  }
}
