import type { IncomingMessage } from 'node:http';
import { InvalidInputError } from '@portal/contract/parse';
import { parseReports } from '@portal/contract/report';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import type { HttpResponse, IsSecure } from '../http/http-response.ts';
import { textResponse } from '../http/http-response.ts';
import { getCookies, readPreviewCookie } from '../releases/views.ts';
import { parseViolations } from './violations.ts';
import type { Sender, VisitCounter } from './visit-counter.ts';
import { readVisitTokens } from './visit-token.ts';

/** Counts the reports in a body; returns false if too many arrive at the moment. @throws {InvalidInputError} */
type Take = (counter: VisitCounter, sender: Sender, input: unknown) => boolean;

interface ReportKind {
  /** The largest accepted body, in bytes: more than is sent at once. */
  readonly mostBytes: number;
  readonly take: Take;
}

const takeViolations: Take = (counter, sender, input) => counter.takeViolations(sender, parseViolations(input));

/** By media type. Browsers send violations of a page's policy themselves, and with them the policy and addresses. */
const KINDS: Readonly<Record<string, ReportKind | undefined>> = {
  'application/json': {
    mostBytes: 16_384,
    take: (counter, sender, input) => counter.takeReports(sender, parseReports(input)),
  },
  'application/csp-report': { mostBytes: 32_768, take: takeViolations },
  'application/reports+json': { mostBytes: 131_072, take: takeViolations },
};

/** What takes the reports, and tells who sends them. */
interface ReportDeps {
  readonly counter: VisitCounter;
  readonly proxies: TrustedProxies;
  readonly log: ServerLog;
  readonly isSecure: IsSecure;
}

/** The body as text; undefined when it is too large. @throws when the connection breaks. */
async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(status: number, text: string): HttpResponse {
  // The rest of the body is not read.
  return textResponse(status, text, { connection: 'close' });
}

/**
 * Refuses requests that may come from another site: only pages of this origin can send these media types without a
 * preflight.
 */
function checkSender({ method, headers }: IncomingMessage): HttpResponse | undefined {
  if (method !== 'POST') return textResponse(405, 'Only POST is answered here.', { allow: 'POST' });
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return refuse(403, 'Reports come from the portal itself.');
  return undefined;
}

const FORWARDED_BY_OTHERS =
  'A report has X-Forwarded-For, and comes from no proxy of TRUSTED_PROXIES. If a proxy is in front of this server, name it there: ' +
  'else all visitors have its address, and hardly any of their visits count.';

/**
 * Answers a page's reports about its parts, and a browser's about broken policies. Anybody can send reports, so their
 * size and number are limited, and only those with the token of a page move figures; those of a browser that shows a
 * preview are not counted. Nothing about the sender is kept.
 */
export async function answerReports(
  { counter, proxies, isSecure, log }: ReportDeps,
  request: IncomingMessage,
): Promise<HttpResponse> {
  const refused = checkSender(request);
  if (refused) return refused;
  if (proxies.isForwardedByOthers(request)) log.problem('unknown proxy', FORWARDED_BY_OTHERS);
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const kind = KINDS[type.trim().toLowerCase()];
  if (!kind) return refuse(415, 'Reports are JSON.');
  try {
    const body = await readBody(request, kind.mostBytes);
    if (body === undefined) return refuse(413, 'The report is too large.');
    const isOfPreview = readPreviewCookie(getCookies(request.headers), isSecure(request)) !== undefined;
    const tokens = readVisitTokens(request.headers.cookie ?? '', isSecure(request));
    return isOfPreview || kind.take(counter, { address: proxies.findAddress(request), tokens }, JSON.parse(body))
      ? { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
      : textResponse(429, 'Too many reports at the moment.', { 'retry-after': '1' });
  } catch (error) {
    if (error instanceof InvalidInputError) return textResponse(400, error.message);
    // Its message quotes the body.
    if (error instanceof SyntaxError) return textResponse(400, 'The report is no JSON.');
    return refuse(400, 'The report is incomplete.');
  }
}
