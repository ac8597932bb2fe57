/*
 * Loaded with `--import` into each server that the tests start. Writes a line to the file WATCH_FILE for each token that a request has
 * where it must not have one, whichever browser sent it, for each that the server writes to its log, and for each
 * policy that a page breaks.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { basename, dirname } from 'node:path';
import { TokenFinder } from './leaks.ts';

const file = process.env['WATCH_FILE'] ?? '';
const main = process.argv[1] ?? '';
/** "web-server/src/main.ts" */
const program = `${basename(dirname(dirname(main)))}/${basename(dirname(main))}/${basename(main)}`;
const finder = new TokenFinder();

function note(lines: readonly string[]): void {
  if (lines.length > 0) appendFileSync(file, lines.map((line) => `${program}: ${line}\n`).join(''));
}

/** Keeps a copy of the body while the server reads it. */
function copyBody(request: IncomingMessage): () => string {
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Buffer) chunks.push(chunk);
    return push(chunk, encoding);
  };
  return () => Buffer.concat(chunks).toString();
}

function watchRequest(request: IncomingMessage): void {
  const { method = '', headers, url = '' } = request;
  const sent = { method, url: `http://${headers.host ?? ''}${url}`, headers };
  finder.learnFrom(sent);
  note(finder.leaksIn(sent));
  if (method === 'GET' || method === 'HEAD') return;
  const body = copyBody(request);
  request.once('close', () => {
    const { host } = headers;
    const whole = { ...sent, headers: { host }, body: body() };
    finder.learnFrom(whole);
    note(finder.leaksIn(whole));
    if (VIOLATION_REPORT.test(headers['content-type'] ?? '')) note([`a page breaks its policy: ${whole.body}`]);
  });
}

/** Browsers send these by themselves (`report-uri`); a page's own reports are plain JSON. */
const VIOLATION_REPORT = /^application\/(csp-report|reports\+json)\b/;

function watchLog(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream);
  stream.write = (text: string | Uint8Array, ...rest: never[]) => {
    if (finder.hasToken(typeof text === 'string' ? text : Buffer.from(text).toString())) note(['a token in its log']);
    return write(text, ...rest);
  };
}

subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('request' in message)) return;
  if (message.request instanceof IncomingMessage) watchRequest(message.request);
});
watchLog(process.stdout);
watchLog(process.stderr);
