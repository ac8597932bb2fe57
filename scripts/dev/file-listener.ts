import type { RequestListener } from 'node:http';
import { extname } from 'node:path';
import type { Builds } from './builds.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};

/** Answers for a path below "/assets/" with the file of a build; undefined for any other path. */
export function fileListener(builds: Builds, pathname: string): RequestListener | undefined {
  const [, assets, part = '', file = '', ...rest] = pathname.split('/');
  if (assets !== 'assets') return undefined;
  const bytes = rest.length === 0 ? builds.file(part, file) : undefined;
  return (_request, response) => {
    if (!bytes) {
      response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found\n');
      return;
    }
    response
      .writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-length': bytes.length,
        // An update carries the name of the build that it follows; after a restart it is another one under the same name.
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .end(bytes);
  };
}
