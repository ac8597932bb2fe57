import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '@portal/contract/web-server-paths';
import type { HttpResponse } from './http/http-response.ts';
import { NOT_INDEXED } from './http/http-response.ts';

const FOLDER = join(import.meta.dirname, '../site');

/** The files that browsers and home screens ask for, with their types. */
const TYPES: Readonly<Record<string, string>> = {
  '/favicon.svg': 'image/svg+xml',
  '/favicon.ico': 'image/x-icon',
  '/apple-touch-icon.png': 'image/png',
  '/icon-192.png': 'image/png',
  '/icon-512.png': 'image/png',
  [MANIFEST_PATH]: 'application/manifest+json',
};

/** The icons and the web manifest, by their paths. */
export const SITE_FILES: ReadonlyMap<string, HttpResponse> = new Map(
  Object.entries(TYPES).map(([path, type]) => [
    path,
    {
      status: 200,
      headers: { 'content-type': type, 'cache-control': 'public, max-age=86400', ...NOT_INDEXED },
      body: readFileSync(join(FOLDER, path)),
    },
  ]),
);
