import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';

/** Mails that are kept; an older one makes room for a new one. */
export const MAILBOX_SIZE = 200;

/** A mail as it arrived. */
export interface Mail {
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  /** Addresses that it was delivered to, in lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  /** Its `Content-Language`, where it says one. */
  readonly language: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
}

function written({ name, address }: Address): string {
  return name === '' ? (address ?? '') : `${name} <${address ?? ''}>`;
}

/** The mails that the backend's SMTP server has received, the latest first. They are gone with the process. */
export class Mailbox {
  readonly #mails: Mail[] = [];

  /** Takes a message in. @throws when it cannot be read as one. */
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
