import type { IncomingMessage } from 'node:http';
import { REPORTS_PATH } from '@portal/contract/page-elements';
import { InvalidInputError } from '@portal/contract/parse';
import type { PartReport } from '@portal/contract/report';
import { parseReports } from '@portal/contract/report';
import type { HttpResponse } from './http-response.ts';
import { textResponse } from './http-response.ts';

/** More than the largest number of reports that one page sends at once, in bytes. */
const MOST_BYTES = 8192;

/** Takes reports in; false when there are too many at the moment. */
export type TakeReports = (reports: readonly PartReport[]) => boolean;

export function isReport({ url = '' }: IncomingMessage): boolean {
  return url === REPORTS_PATH;
}

/** The body as text; undefined when it is too large. @throws when it breaks off. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(status: number, text: string): HttpResponse {
  // What is left of the body is not read.
  return textResponse(status, text, { connection: 'close' });
}

/** Pages of this origin send JSON; another site's page cannot without being asked first, and is not answered. */
function checkSender({ method, headers }: IncomingMessage): HttpResponse | undefined {
  if (method !== 'POST') return textResponse(405, 'Only POST is answered here.', { allow: 'POST' });
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return refuse(403, 'Reports come from the portal itself.');
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return refuse(415, 'Reports are JSON.');
  return undefined;
}

/**
 * Answers what a page sends about its parts. Reports come from anybody: they are counted, and decide nothing here. Everything
 * about them is bounded, and nothing of the sender is kept.
 */
export async function answerReports(request: IncomingMessage, take: TakeReports): Promise<HttpResponse> {
  const refused = checkSender(request);
  if (refused) return refused;
  try {
    const body = await readBody(request);
    if (body === undefined) return refuse(413, 'That is too much for a report.');
    return take(parseReports(JSON.parse(body)))
      ? { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
      : textResponse(429, 'Too many reports at the moment.', { 'retry-after': '1' });
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof SyntaxError) return textResponse(400, error.message);
    return refuse(400, 'The report broke off.');
  }
}
