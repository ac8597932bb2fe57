import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';

/** For tests: a mail that was received, with its headers. */
interface ReceivedMail {
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly text: string;
}

/** For tests: an SMTP server on a free port of this machine. */
export async function startMailbox(): Promise<{
  readonly host: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  close(): Promise<void>;
}> {
  const mails: ReceivedMail[] = [];
  async function keep(stream: SMTPServerDataStream, { envelope, user }: SMTPServerSession): Promise<void> {
    const to = envelope.rcptTo.map(({ address }) => address);
    mails.push({ to, user: user === undefined ? undefined : String(user), text: await text(stream) });
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: callbackify(keep),
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port');
  return {
    host: '127.0.0.1',
    port: address.port,
    mails,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
