import { get } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

/** Asks a server on this machine as a browser does that is signed in. */
export function ask(port: number, path: string): Promise<Answer> {
  const headers = { 'accept-encoding': 'br', 'accept-language': 'en', cookie: 'access_token=any' };
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers }, (answer) => {
      const { headers: received, rawHeaders } = answer;
      buffer(answer).then((bytes) => resolve({ headers: received, rawHeaders, bytes }), reject);
    }).on('error', reject);
  });
}
