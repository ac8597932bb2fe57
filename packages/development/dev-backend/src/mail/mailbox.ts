import { randomUUID } from 'node:crypto';

/** The number of mails that are kept; the oldest ones are dropped. */
export const MAILBOX_SIZE = 200;

const FROM = 'eBike Portal <no-reply@ebike.example>';

/** Where no mailbox exists: its addresses show what happens to mails that are refused. */
const REFUSED_DOMAIN = '@refused.example';

/** A mail as plain text and HTML. */
export interface Message {
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A received mail. `to` are addresses in lower case. */
export interface Mail extends Omit<Message, 'to'> {
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  readonly to: readonly string[];
}

/** The mails that the backend has sent, the latest first. They are lost when the process ends. */
export class Mailbox {
  readonly #mails: Mail[] = [];

  /** Takes a mail from the portal. @returns whether there is such a mailbox. */
  receive({ to, ...message }: Message): boolean {
    const address = to.toLowerCase();
    if (address.endsWith(REFUSED_DOMAIN)) return false;
    this.#mails.unshift({ id: randomUUID(), receivedAt: new Date(), from: FROM, to: [address], ...message });
    this.#mails.length = Math.min(this.#mails.length, MAILBOX_SIZE);
    return true;
  }

  /** All mails, or those to one address. */
  list(to?: string): readonly Mail[] {
    const address = to?.trim().toLowerCase();
    return address === undefined ? [...this.#mails] : this.#mails.filter((mail) => mail.to.includes(address));
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }
}
