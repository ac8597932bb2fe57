import type { IncomingMessage } from 'node:http';
import { parseDocumentPath, ASSETS_PATH } from '@portal/contract/paths';
import { LIVE_VIEW_PATH, PART_PATH, PARTS_PATH, REPORTS_PATH, ROLE_PARTS_PATH } from '@portal/contract/page-elements';
import {
  CONFIG_PATH,
  LICENCES_PATH,
  MANIFEST_PATH,
  OLD_BROWSER_PATH,
  WELL_KNOWN_PATH,
} from '@portal/contract/web-server-paths';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerAsset, answerDocument } from './file-answers.ts';
import type { HttpResponse, RequestTarget } from './http/http-response.ts';
import { NOT_INDEXED, textResponse } from './http/http-response.ts';
import type { PageDeps } from './pages/answer-page.ts';
import { answerPage, readLocale } from './pages/answer-page.ts';
import { oldBrowserResponse } from './pages/old-browser.ts';
import { answerDescriptor } from './pages/part-descriptor.ts';
import {
  answerLicences,
  answerLiveView,
  answerWellKnown,
  configResponse,
  answerFormerWorker,
} from './pages/site-answers.ts';
import { readVisitor } from './pages/page-request.ts';
import { answerReports } from './visits/reports.ts';

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
const SITE_FILES: ReadonlyMap<string, HttpResponse> = new Map(
  Object.entries(TYPES).map(([path, type]) => [
    path,
    {
      status: 200,
      headers: { 'content-type': type, 'cache-control': 'public, max-age=86400', ...NOT_INDEXED },
      body: readFileSync(join(FOLDER, path)),
    },
  ]),
);

export type HandlerDeps = PageDeps & Parameters<typeof answerAsset>[0] & Parameters<typeof answerReports>[0];

interface Route {
  /**
   * What its requests are for, in the metrics and in the log; "site" is what browsers and programs ask for beside
   * pages, such as icons.
   */
  readonly kind: 'page' | 'file' | 'document' | 'report' | 'release' | 'config' | 'site';
  readonly answer: (
    deps: HandlerDeps,
    request: IncomingMessage,
    target: RequestTarget,
  ) => HttpResponse | Promise<HttpResponse>;
}

const PAGE: Route = { kind: 'page', answer: answerPage };
const ASSET: Route = { kind: 'file', answer: answerAsset };
const WELL_KNOWN: Route = { kind: 'site', answer: answerWellKnown };
const WORKER: Route = { kind: 'site', answer: answerFormerWorker };

function descriptor(path: Parameters<typeof answerDescriptor>[3]): Route {
  return {
    kind: 'release',
    answer: (deps, request, { query }) => answerDescriptor(deps, request, new URLSearchParams(query), path),
  };
}

const oldBrowser: Route['answer'] = ({ isSecure }, request, { query }) =>
  oldBrowserResponse(readVisitor(request.headers, isSecure(request), readLocale(query)));

/** The routes of single addresses. */
const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...[...SITE_FILES].map(([path, file]): [string, Route] => [path, { kind: 'site', answer: () => file }]),
  [REPORTS_PATH, { kind: 'report', answer: answerReports }],
  [LIVE_VIEW_PATH, { kind: 'release', answer: answerLiveView }],
  [PART_PATH, descriptor(PART_PATH)],
  [PARTS_PATH, descriptor(PARTS_PATH)],
  [ROLE_PARTS_PATH, descriptor(ROLE_PARTS_PATH)],
  [CONFIG_PATH, { kind: 'config', answer: ({ config }) => configResponse(config) }],
  [LICENCES_PATH, { kind: 'site', answer: answerLicences }],
  [OLD_BROWSER_PATH, { kind: 'site', answer: oldBrowser }],
]);

function toTarget({ url = '' }: Pick<IncomingMessage, 'url'>): RequestTarget {
  const [pathname = '', ...query] = url.split('?');
  return { pathname, query: query.join('?') };
}

function findRoute({ pathname }: RequestTarget, { headers }: Pick<IncomingMessage, 'headers'>): Route {
  if (pathname.startsWith(ASSETS_PATH)) return ASSET;
  if (headers['service-worker'] === 'script') return WORKER;
  const address = parseDocumentPath(pathname);
  if (address)
    return {
      kind: 'document',
      answer: async (deps, request, target) =>
        (await answerDocument(deps, request, address)) ?? answerPage(deps, request, target),
    };
  return ROUTES.get(pathname) ?? (pathname.startsWith(WELL_KNOWN_PATH) ? WELL_KNOWN : PAGE);
}

/** What a request is for, by its address. */
export function requestKind(request: Pick<IncomingMessage, 'url' | 'headers'>): Route['kind'] {
  return findRoute(toTarget(request), request).kind;
}

const METHODS = 'GET, HEAD';

/** The answer to a request that this server never accepts; undefined for any other. */
function checkRequest({ method }: IncomingMessage, { pathname }: RequestTarget): HttpResponse | undefined {
  if (method !== 'GET' && method !== 'HEAD')
    return textResponse(405, `Only ${METHODS} are answered here.`, { allow: METHODS });
  return pathname.startsWith('/') ? undefined : textResponse(400, 'The address must begin with "/".');
}

/** What answers each request. */
export function createHandler(deps: HandlerDeps): (request: IncomingMessage) => Promise<HttpResponse> {
  return async (request) => {
    const target = toTarget(request);
    const route = findRoute(target, request);
    const refused = route.kind === 'report' ? undefined : checkRequest(request, target);
    return refused ?? route.answer(deps, request, target);
  };
}
