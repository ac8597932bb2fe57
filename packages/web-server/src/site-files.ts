import { MANIFEST_PATH } from '@portal/contract/web-server-paths';
import { ICON_GROUND, iconSvg } from './icon-drawing.ts';
import { icoFile, iconPng } from './icon-png.ts';
import type { HttpResponse } from './http-response.ts';
import { NOT_INDEXED } from './http-response.ts';
import { PRODUCT } from './texts.ts';

/** How much of an icon is drawing: masks keep a circle of 80 % of the width. */
const SHARE = { small: 0.94, home: 0.72 };

const MANIFEST = {
  name: PRODUCT,
  short_name: PRODUCT,
  start_url: '/',
  display: 'browser',
  background_color: ICON_GROUND,
  theme_color: ICON_GROUND,
  icons: [192, 512].flatMap((size) =>
    ['any', 'maskable'].map((purpose) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  ),
};

const png = (size: number) => () => ({ type: 'image/png', body: iconPng(size, SHARE.home) });

/** Files that browsers and home screens ask for, each made when it is first wanted. */
const MAKERS: Readonly<Record<string, () => { readonly type: string; readonly body: Uint8Array | string }>> = {
  '/favicon.svg': () => ({ type: 'image/svg+xml', body: iconSvg() }),
  '/favicon.ico': () => ({ type: 'image/x-icon', body: icoFile(iconPng(32, SHARE.small), 32) }),
  '/apple-touch-icon.png': png(180),
  '/icon-192.png': png(192),
  '/icon-512.png': png(512),
  [MANIFEST_PATH]: () => ({ type: 'application/manifest+json', body: JSON.stringify(MANIFEST) }),
};

const made = new Map<string, HttpResponse>();

/** The icon or web manifest at a path; undefined for any other path. */
export function siteFile(pathname: string): HttpResponse | undefined {
  const make = Object.hasOwn(MAKERS, pathname) ? MAKERS[pathname] : undefined;
  if (!make) return undefined;
  const known = made.get(pathname);
  if (known) return known;
  const { type, body } = make();
  const response = {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'public, max-age=86400', ...NOT_INDEXED },
    body,
  };
  made.set(pathname, response);
  return response;
}
