import type { WatcherSettings } from '../settings/settings.ts';
import type { ReceiverStatus } from '../status.ts';
import type { WatcherLog } from '../watcher-log.ts';
import type { Announcement } from './announcement.ts';
import { Receiver } from './receiver.ts';
import { sendWebhook } from './webhook.ts';

/** Tells everybody whom the settings name. */
export class Notifier {
  readonly #receivers: readonly Receiver[];

  constructor({ webhooks, mail }: WatcherSettings, log: WatcherLog) {
    this.#receivers = [
      ...webhooks.map(
        (webhook, index) =>
          new Receiver({
            name: `webhook ${new URL(webhook.url).origin}`,
            topic: `webhook ${String(index)}`,
            send: (announcement, now, signal) => sendWebhook(webhook, announcement, { now, signal }),
            log,
          }),
      ),
      ...(mail
        ? [
            new Receiver({
              name: `mail by ${mail.host}`,
              topic: 'mail',
              send: (announcement) => sendByMail(mail, announcement),
              log,
            }),
          ]
        : []),
    ];
  }

  get receivers(): readonly ReceiverStatus[] {
    return this.#receivers.map(({ status }) => status);
  }

  tell(announcement: Announcement, now: number): void {
    for (const receiver of this.#receivers) receiver.take(announcement, now);
  }

  close(): void {
    for (const receiver of this.#receivers) receiver.close();
  }

  /** Sends what is due. Never throws. */
  async deliver(now: number): Promise<void> {
    await Promise.all(this.#receivers.map((receiver) => receiver.deliver(now)));
  }
}

/** The mail program is loaded when the first mail is sent: most watchers send none. */
async function sendByMail(mail: NonNullable<WatcherSettings['mail']>, announcement: Announcement): Promise<void> {
  const { sendMail } = await import('./mail.ts');
  await sendMail(mail, announcement);
}
