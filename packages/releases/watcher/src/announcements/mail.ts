import { createTransport } from 'nodemailer';
import type { MailSettings } from '../settings/settings.ts';
import type { Announcement } from './announcement.ts';

/** In milliseconds. */
const TIMEOUT_MS = 10_000;

const SUBJECTS: Readonly<Record<Announcement['type'], string>> = {
  'canary.ended': 'A canary has ended',
  'part.rolled-back': 'A part was rolled back',
  'part.fails': 'A version fails',
  'store.damaged': 'The releases need attention',
  'store.whole': 'The releases are in order again',
  'plan.asks': 'A canary waits for your decision',
};

/** "A canary has ended: mfe-hubs 1.3.0". */
function formatSubject({ type, part, version }: Announcement): string {
  const what = [part, version].filter((word) => word !== undefined).join(' ');
  return what === '' ? SUBJECTS[type] : `${SUBJECTS[type]}: ${what}`;
}

/** Sends an announcement by SMTP. @throws unless the server takes it. */
export async function sendMail(
  { host, port, security, login, from, to }: MailSettings,
  announcement: Announcement,
): Promise<void> {
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    auth: login,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: [...to],
      subject: formatSubject(announcement),
      text: `${announcement.text}\n`,
      // So that programs which know a mail already show it once.
      messageId: `<${announcement.id}@${from.split('@')[1] ?? 'localhost'}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
