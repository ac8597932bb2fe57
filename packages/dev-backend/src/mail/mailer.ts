import { createTransport } from 'nodemailer';
import type { MailServer } from './smtp.ts';

/** A mail to somebody, in two versions of the same words. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails by SMTP; rejects when the server does not take one. */
export type SendMail = (message: Message) => Promise<void>;

/** Milliseconds for a server that is in the same process. */
const TIMEOUT_MS = 10_000;

/** A sender of mails from the portal through `server`. */
export function createMailer({ host, port }: MailServer): SendMail {
  const transport = createTransport({
    host,
    port,
    secure: false,
    ignoreTLS: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, language, subject, text, html }) => {
    await transport.sendMail({
      from: { name: 'eBike Portal', address: 'no-reply@ebike.example' },
      to,
      subject,
      text,
      html,
      headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    });
  };
}
