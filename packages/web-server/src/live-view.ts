import type { IncomingMessage } from 'node:http';
import { BUCKETS } from '@portal/contract/cohort';
import type { LiveView } from '@portal/contract/live-view';
import type { HttpResponse } from './http-response.ts';
import { NOT_INDEXED, textResponse } from './http-response.ts';
import { matchesTag } from './negotiate.ts';
import { readBucket } from './visitor.ts';
import type { VisitorViews } from './visitor-view.ts';

/** Tells an open page which versions its visitor would get by now: 304 as long as they are those that it was told last. */
export async function answerLiveView(releases: VisitorViews, { headers }: IncomingMessage): Promise<HttpResponse> {
  // Whoever keeps no cookie gets a new bucket with every page, and is not sent from page to page for it.
  const view = await releases.current(readBucket(headers) ?? BUCKETS - 1);
  if (!view) return textResponse(503, 'No release is live yet.');
  const { number } = view.release;
  const live: LiveView = { number, view: view.digest, urgent: view.urgent };
  const tag = `"${String(number)}.${view.digest}"`;
  const answered = {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    etag: tag,
    ...NOT_INDEXED,
    vary: 'cookie',
  };
  if (matchesTag(headers['if-none-match'], tag)) return { status: 304, headers: answered, body: '' };
  return { status: 200, headers: answered, body: JSON.stringify(live) };
}
