import type { IncomingMessage } from 'node:http';
import { InvalidInputError } from '@portal/contract/parse';
import type { Answer } from './answer.ts';
import { encodedAnswer, textAnswer } from './answer.ts';
import type { Asset, Assets } from './assets.ts';
import type { Log } from './log.ts';
import { chooseEncoding, matchesTag } from './negotiate.ts';
import type { PageParts } from './page-handler.ts';
import { answerOwn, checkRequest } from './page-handler.ts';
import type { TakeReports } from './reports.ts';
import { answerReports, isReport } from './reports.ts';

export interface HandlerParts extends PageParts {
  readonly assets: Assets;
  readonly log: Log;
  readonly takeReports: TakeReports;
}

const ASSETS = '/assets/';

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

/** Answers a request. */
export async function answer(parts: HandlerParts, request: IncomingMessage): Promise<Answer> {
  if (isReport(request)) return answerReports(request, parts.takeReports);
  const refused = checkRequest(request);
  if (refused) return refused;
  const [pathname = ''] = (request.url ?? '').split('?');
  return pathname.startsWith(ASSETS) ? answerAsset(parts, request, pathname) : answerOwn(parts, request);
}
