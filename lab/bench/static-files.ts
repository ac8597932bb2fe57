import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
/** A file whose name has a hash never changes. */
const HASHED = /\.[0-9a-f]{16}\./;

/** Answers a request if there is such a file. */
export type AnswerFile = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The files of a folder below a path, compressed as the web server compresses those of parts. */
export async function staticFiles(folder: string, below: string): Promise<AnswerFile> {
  const files = new Map<string, { readonly type: string; readonly tag: string; readonly bytes: Buffer }>();
  const found = (await readdir(folder, { recursive: true })).filter((file) => TYPES[extname(file)] !== undefined);
  for (const file of found) {
    const bytes = await compress(await readFile(join(folder, file)), {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    const tag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    files.set(`${below}${file}`, { type: TYPES[extname(file)] ?? '', tag, bytes });
  }
  return ({ url = '', headers }, response) => {
    const file = files.get(url);
    if (!file) return false;
    const sent = {
      'content-type': file.type,
      'cache-control': HASHED.test(url) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.tag,
      vary: 'accept-encoding',
    };
    if (headers['if-none-match'] === sent.etag) response.writeHead(304, sent).end();
    else
      response
        .writeHead(200, { ...sent, 'content-encoding': 'br', 'content-length': file.bytes.length })
        .end(file.bytes);
    return true;
  };
}
