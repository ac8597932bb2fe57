import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { Mailbox } from './mailbox.ts';

const HOST = '127.0.0.1';
/** The largest mail, in bytes. */
const LONGEST_MAIL = 1_000_000;

/** Where no mailbox exists: its addresses show what happens to mails that are refused. */
const REFUSED_DOMAIN = '@refused.example';

/** The SMTP server of one backend. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Receives mail on a free port of the loopback address, and forwards nothing. Refuses what is for `refused.example`. */
export async function startMailServer(mailbox: Mailbox, log: (line: string) => void): Promise<MailServer> {
  async function keep(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const message = await buffer(stream);
    if (stream.sizeExceeded) throw new Error(`The mail exceeds ${LONGEST_MAIL} bytes.`);
    await mailbox.receive(
      message,
      envelope.rcptTo.map(({ address }) => address),
    );
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LONGEST_MAIL,
    rejectOversized: true,
    // For connections that are open when the backend stops. In milliseconds.
    closeTimeout: 500,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      callback(address.toLowerCase().endsWith(REFUSED_DOMAIN) ? new Error('No such mailbox') : null);
    },
    onData: callbackify(keep),
  });
  server.on('error', (error) => log(`The mail server: ${error.message}`));
  const listener = server.listen(0, HOST);
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return { host: HOST, port: address.port, close: () => new Promise((closed) => server.close(() => closed())) };
}

/** A mail as plain text and HTML. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails by SMTP; rejects when the server does not take one. */
export type SendMail = (message: Message) => Promise<void>;

/** In milliseconds; the server is in the same process. */
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
