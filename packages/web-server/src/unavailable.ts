import type { Language } from '@portal/contract/language';
import { escapeHtml } from '@portal/node-kit/html';
import type { HttpResponse } from './http-response.ts';
import { BARE_POLICY, PAGE_SECURITY_HEADERS } from './content-security-policy.ts';
import { PRODUCT, UNAVAILABLE } from './texts.ts';

/** The page while there is no release to serve: 503, to be tried again in five seconds. */
export function unavailableResponse(language: Language): HttpResponse {
  const { title, text } = UNAVAILABLE[language];
  const body = [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} – ${PRODUCT}</title>`,
    '</head>',
    `<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body>`,
    '</html>',
    '',
  ].join('\n');
  const headers = {
    ...PAGE_SECURITY_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': BARE_POLICY,
    'cache-control': 'no-store',
    'retry-after': '5',
    vary: 'accept-language, cookie',
  };
  return { status: 503, headers, body };
}
