import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

/** The number of mails that are kept; the oldest ones are dropped. */
export const MAILBOX_SIZE = 200;

/** A received mail. */
export interface Mail {
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  /** Addresses that it was delivered to, in lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  /** Its `Content-Language`, if it has one. */
  readonly language: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
}

function written({ name, address }: Address): string {
  return name === '' ? (address ?? '') : `${name} <${address ?? ''}>`;
}

/** The mails that the backend's SMTP server has received, the latest first. They are lost when the process ends. */
export class Mailbox {
  readonly #mails: Mail[] = [];

  /** Adds a received message. @throws if it cannot be parsed. */
  async receive(message: Buffer, recipients: readonly string[]): Promise<void> {
    const { from, subject, headers, text, html } = await PostalMime.parse(message);
    this.#mails.unshift({
      id: randomUUID(),
      receivedAt: new Date(),
      from: from ? written(from) : '',
      to: recipients.map((address) => address.toLowerCase()),
      subject: subject ?? '',
      language: headers.find(({ key }) => key === 'content-language')?.value,
      text,
      html,
    });
    this.#mails.length = Math.min(this.#mails.length, MAILBOX_SIZE);
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
