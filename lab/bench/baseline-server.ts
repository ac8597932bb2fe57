import { createHash } from 'node:crypto';
import { createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AnswerFile } from './static-files.ts';
import { brotliCompressSync, constants } from 'node:zlib';

/** The quality with which the web server compresses pages. */
const PAGE_QUALITY = 9;

/**
 * Headers of the portal's pages that the baseline's pages have, too: without them, browsers would treat them
 * differently.
 */
const ALIKE = [
  'content-language',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cache-control',
  'permissions-policy',
  'referrer-policy',
  'vary',
  'x-content-type-options',
];

function alike(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    ALIKE.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** Passes a request on to the web server that has the files. */
function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const passed = ask({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

/** The answer of the web server to the same request. */
function askPage(
  port: number,
  { url, headers }: IncomingMessage,
): Promise<{ headers: IncomingHttpHeaders; html: string }> {
  const { 'accept-encoding': _encoding, 'if-none-match': _tag, ...rest } = headers;
  return new Promise((resolve, reject) => {
    ask({ port, host: '127.0.0.1', path: url, headers: rest }, (answer) => {
      let html = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        html += text;
      });
      answer.on('end', () => resolve({ headers: answer.headers, html }));
    })
      .on('error', reject)
      .end();
  });
}

interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly tag: string;
  readonly bytes: Buffer;
}

/** The policy, with the hashes of the page's own inline scripts. */
function allowInline(policy: string, html: string): string {
  const scripts = [...html.matchAll(/<script(?: data-api="[^"]*")?>([^]*?)<\/script>/g)];
  const hashes = scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return policy.replace(/script-src 'self'/, ['$&', ...hashes].join(' '));
}

interface BaselineOptions {
  /** The web server that has the files, and answers everything else. */
  readonly port: number;
  /** Makes a page of the one that the web server would send. */
  readonly toPage: (html: string, path: string) => string;
  /** Answers requests for further files. */
  readonly answerFile?: AnswerFile;
}

export interface BaselineServer {
  readonly server: Server;
  /** Makes the pages anew: there is another version. */
  forgetPages(): void;
}

/**
 * A server of a baseline, with pages of its own. Files have the compression and the headers that they have in the
 * portal. Where it has files of its own, pages have no Content Security Policy: scripts that add script elements break
 * the portal's.
 */
export function createBaselineServer({ port, toPage, answerFile }: BaselineOptions): BaselineServer {
  // By path: every visit has the same cookies.
  const pages = new Map<string, Promise<Page>>();

  async function makePage(request: IncomingMessage): Promise<Page> {
    const { headers, html } = await askPage(port, request);
    const own = toPage(html, request.url ?? '/');
    const page = Buffer.from(own);
    const bytes = brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY } });
    const { 'content-security-policy': policy, ...others } = alike(headers);
    const sent =
      answerFile || policy === undefined ? others : { ...others, 'content-security-policy': allowInline(policy, own) };
    return { headers: sent, tag: `"${createHash('sha256').update(page).digest('hex').slice(0, 16)}"`, bytes };
  }

  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    if (answerFile?.(request, response)) return;
    if (headers['sec-fetch-dest'] !== 'document') {
      passOn(port, request, response);
      return;
    }
    const making = pages.get(url) ?? makePage(request);
    pages.set(url, making);
    making.then(
      ({ headers: sent, tag, bytes }) => {
        if (headers['if-none-match'] === tag) response.writeHead(304, { ...sent, etag: tag }).end();
        else
          response
            .writeHead(200, { ...sent, etag: tag, 'content-encoding': 'br', 'content-length': bytes.length })
            .end(bytes);
      },
      () => response.destroy(),
    );
  });
  return { server, forgetPages: () => pages.clear() };
}
