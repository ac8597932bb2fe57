import type { RequestListener } from 'node:http';
import { findDocumentFile, parseDocumentPath } from '@portal/contract/documents';
import { fileType } from '@portal/web-server/development';
import type { Builds } from './builds.ts';

/** The file of a build that holds the PDF of a document. */
function documentFile(builds: Builds, pathname: string): Uint8Array | undefined {
  const address = parseDocumentPath(pathname);
  const { shell, remotes } = builds.live()?.release ?? {};
  if (!address || !shell || !remotes) return undefined;
  for (const { manifest } of [shell, ...Object.values(remotes)]) {
    const file = findDocumentFile(Object.keys(manifest.files), address);
    if (file !== undefined) return builds.file(manifest.name, file);
  }
  return undefined;
}

/** Answers for a path below "/assets/", and for the PDF of a document, with the file of a build; undefined for any other path. */
export function fileListener(builds: Builds, pathname: string): RequestListener | undefined {
  const [, assets, part = '', file = '', ...rest] = pathname.split('/');
  const document = documentFile(builds, pathname);
  if (assets !== 'assets' && !document) return undefined;
  const bytes = document ?? (rest.length === 0 ? builds.file(part, file) : undefined);
  return (_request, response) => {
    if (!bytes) {
      response.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found\n');
      return;
    }
    response
      .writeHead(200, {
        'content-type': fileType(pathname).mime,
        'content-length': bytes.length,
        // An update carries the name of the build that it follows; after a restart it is another one under the same name.
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .end(bytes);
  };
}
