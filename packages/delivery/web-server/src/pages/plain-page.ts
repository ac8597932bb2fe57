import { escapeHtml } from '@portal/node-kit/html';
import { barePolicy, pageSecurityHeaders, themeTags } from './page-markup.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { PRODUCT } from './texts.ts';
import type { Visitor } from './page-request.ts';

/** Only what browsers of ten years ago know; an older one shows the page without colours. */
const STYLE = [
  'html{background:#f1f3ef;color:#13211d;font:1.0625rem/1.5 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}',
  'body{margin:0;padding:0 1rem}',
  'main{max-width:38rem;margin:4rem auto;overflow-wrap:break-word}',
  '.product{font-weight:600}',
  'h1{font-size:2rem;line-height:1.2}',
  'a{color:#0a595e}',
  '@media(prefers-color-scheme:dark){html{background:#0e1614;color:#ebf1ee}a{color:#6ccac4}}',
].join('');

/** A page without code, for when the portal itself cannot be shown. `paragraphs` is HTML. */
export function plainPage(
  status: number,
  visitor: Visitor,
  title: string,
  paragraphs: readonly string[],
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const { language, theme } = visitor;
  const body = [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...themeTags(theme),
    `<title>${escapeHtml(title)} – ${PRODUCT}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    `<body><main><p class="product">${PRODUCT}</p><h1>${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`),
    '</main></body>',
    '</html>',
    '',
  ].join('\n');
  return {
    status,
    headers: {
      ...pageSecurityHeaders(barePolicy(STYLE), visitor),
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      vary: 'accept-language, cookie',
      ...headers,
    },
    body,
  };
}
