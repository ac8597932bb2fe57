import { createHmac } from 'node:crypto';
import type { WebhookSettings } from '../settings/settings.ts';
import type { Announcement } from './announcement.ts';

/** How long a receiver may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** The signature of a message by the scheme v1 of Standard Webhooks; `timestamp` in seconds. */
export function sign(key: Uint8Array, id: string, timestamp: number, body: string): string {
  return `v1,${createHmac('sha256', key)
    .update(`${id}.${String(timestamp)}.${body}`)
    .digest('base64')}`;
}

/** Sends an announcement as https://www.standardwebhooks.com describes. @throws unless the receiver takes it. */
export async function sendWebhook(
  { url, key }: WebhookSettings,
  announcement: Announcement,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<void> {
  const { id, type, at, ...data } = announcement;
  const body = JSON.stringify({ type, timestamp: at, data });
  const timestamp = Math.floor(now / 1000);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(key, id, timestamp, body),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`it answers ${String(response.status)}`);
}
