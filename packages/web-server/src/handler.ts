import type { IncomingMessage } from 'node:http';
import type { PortalConfig } from '@portal/contract/config';
import { InvalidInputError } from '@portal/contract/parse';
import type { Answer } from './answer.ts';
import { encodedAnswer, textAnswer } from './answer.ts';
import type { Asset, Assets } from './assets.ts';
import { ICON } from './icon.ts';
import type { LiveReleases } from './live-release.ts';
import type { Log } from './log.ts';
import { chooseEncoding, matchesTag } from './negotiate.ts';
import { choosePage } from './page.ts';
import type { PageCache } from './page-cache.ts';
import { PAGE_SECURITY_HEADERS } from './policy.ts';
import { unavailableAnswer } from './unavailable.ts';
import { readVisitor } from './visitor.ts';

export interface HandlerParts {
  readonly config: PortalConfig;
  readonly assets: Assets;
  readonly releases: LiveReleases;
  readonly pages: PageCache;
  readonly log: Log;
}

const ASSETS = '/assets/';
const METHODS = 'GET, HEAD';

/** Documents among the assets may be opened by themselves or in a frame: they run no code. The browser's PDF viewer needs a plain policy. */
function assetPolicy({ type: { mime } }: Asset): Readonly<Record<string, string>> {
  if (mime === 'application/pdf') return { 'content-security-policy': "frame-ancestors 'self'" };
  const isDocument = mime.startsWith('text/html') || mime.startsWith('image/svg');
  return isDocument ? { 'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox" } : {};
}

async function answerAsset({ assets, log }: HandlerParts, request: IncomingMessage, pathname: string): Promise<Answer> {
  const [name = '', file = '', ...rest] = pathname.slice(ASSETS.length).split('/');
  let asset: Asset | undefined;
  try {
    asset = rest.length === 0 ? await assets.find(name, file) : undefined;
  } catch (error) {
    if (error instanceof InvalidInputError) return textAnswer(404, 'Not found');
    log.once(error);
    return textAnswer(500, 'This file cannot be served.');
  }
  if (!asset) return textAnswer(404, 'Not found');
  const wanted = asset.type.compressible ? chooseEncoding(request.headers['accept-encoding']) : undefined;
  const encoded = await asset.content.as(wanted);
  const tag = `"${asset.integrity.slice('sha256-'.length)}${encoded.encoding === undefined ? '' : `.${encoded.encoding}`}"`;
  const headers = {
    ...assetPolicy(asset),
    'content-type': asset.type.mime,
    'cache-control': 'public, max-age=31536000, immutable',
    etag: tag,
    vary: 'accept-encoding',
  };
  if (matchesTag(request.headers['if-none-match'], tag)) return { status: 304, headers, body: '' };
  return encodedAnswer(200, headers, encoded);
}

async function answerPage(
  { releases, pages }: HandlerParts,
  request: IncomingMessage,
  pathname: string,
  query: string,
): Promise<Answer> {
  const visitor = readVisitor(request.headers, new URLSearchParams(query).get('locale'));
  const live = await releases.current();
  if (!live) return unavailableAnswer(visitor.language);
  const choice = choosePage(live, pathname, visitor);
  const { content, policy, tag } = pages.page(live, choice, visitor);
  const headers = {
    ...PAGE_SECURITY_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-language': visitor.language,
    'content-security-policy': policy,
    // Asked for anew at every load, so a release or a rollback is on the next page; "no-store" would also cost the way back.
    'cache-control': 'private, no-cache',
    etag: tag,
    vary: 'accept-encoding, accept-language, cookie',
  };
  if (choice.status === 200 && matchesTag(request.headers['if-none-match'], tag))
    return { status: 304, headers, body: '' };
  return encodedAnswer(choice.status, headers, await content.as(chooseEncoding(request.headers['accept-encoding'])));
}

/** Answers a request. */
export async function answer(parts: HandlerParts, request: IncomingMessage): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return textAnswer(405, `Only ${METHODS} are answered here.`, { allow: METHODS });
  }
  const [pathname = '', ...query] = (request.url ?? '').split('?');
  if (!pathname.startsWith('/')) return textAnswer(400, 'The address must begin with "/".');
  if (pathname.startsWith(ASSETS)) return answerAsset(parts, request, pathname);
  switch (pathname) {
    case '/config.json':
      return {
        status: 200,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        body: JSON.stringify(parts.config),
      };
    case '/favicon.ico':
    case '/favicon.svg':
      return {
        status: 200,
        headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
        body: ICON,
      };
    default:
      return answerPage(parts, request, pathname, query.join('?'));
  }
}
