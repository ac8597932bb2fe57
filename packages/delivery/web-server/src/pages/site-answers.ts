import type { IncomingMessage } from 'node:http';
import type { ReleaseView } from '@portal/release/format/release';
import { NO_BUCKETS } from '@portal/release/format/release';
import type { LiveView } from '@portal/contract/live-view';
import type { PackageLicence } from '@portal/contract/licences';
import { findLicencesFile, parseLicences } from '@portal/contract/licences';
import type { PortalConfig } from '@portal/contract/config';
import { LANGUAGES } from '@portal/contract/language';
import type { PageDeps } from './answer-page.ts';
import type { HttpResponse, RequestTarget } from '../http/http-response.ts';
import { matchesTag, NOT_INDEXED, textResponse } from '../http/http-response.ts';
import { liveManifests, newestBuild, currentView } from '../releases/views.ts';
import type { Assets } from '../files/assets.ts';

/**
 * The portal has no service worker, but an application that was at this origin before may have left one, which shows
 * that application until a newer script ends it; a 404 does not. This one takes over the pages, unregisters itself and
 * loads them again.
 */
const SCRIPT = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const end = async () => {
    await self.registration.unregister();
    const pages = await self.clients.matchAll({ type: 'window' });
    await Promise.allSettled(pages.map((page) => page.navigate(page.url)));
  };
  event.waitUntil(end());
});
`;

export function answerFormerWorker(): HttpResponse {
  return textResponse(200, SCRIPT.trim(), { 'content-type': 'text/javascript' });
}

/** Less than a year, as RFC 9116 recommends. In milliseconds. */
const SECURITY_TEXT_AGE_MS = 360 * 24 * 60 * 60 * 1000;

/**
 * Whom to tell about a weakness (RFC 9116). It expires by the date of the newest live part: where nobody builds for a
 * year, nobody may be reading these messages either. Undefined without a contact, or with one over http, which the
 * standard forbids.
 */
function securityText({ links, publicOrigin }: PortalConfig, builtAt: string): string | undefined {
  const { contact } = links;
  if (contact === undefined || new URL(contact).protocol === 'http:') return undefined;
  const expires = new Date(Date.parse(builtAt) + SECURITY_TEXT_AGE_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    ...(publicOrigin?.startsWith('https:') ? [`Canonical: ${publicOrigin}/.well-known/security.txt`] : []),
  ].join('\n');
}

/** Answers `/.well-known/…`. */
export async function answerWellKnown(
  { config, releases }: PageDeps,
  _request: IncomingMessage,
  { pathname }: RequestTarget,
): Promise<HttpResponse> {
  const { identityManagement } = config.links;
  const live = (await releases.current())?.getView(NO_BUCKETS);
  const builtAt = live && newestBuild(live.release);
  const security = builtAt === undefined ? undefined : securityText(config, builtAt);
  if (pathname === '/.well-known/security.txt' && security !== undefined)
    return textResponse(200, security, { 'cache-control': 'public, max-age=3600', ...NOT_INDEXED });
  // Password managers send people there; the password belongs to the central identity.
  if (pathname === '/.well-known/change-password' && identityManagement !== undefined)
    return textResponse(302, `The password is changed at ${identityManagement}`, {
      location: identityManagement,
      ...NOT_INDEXED,
    });
  return textResponse(404, 'Not found');
}

const LINE = '-'.repeat(80);

/** Answers with the licences of the packages whose code is in the parts that a visitor gets, each package once. */
async function licencesResponse(assets: Assets, release: ReleaseView): Promise<HttpResponse> {
  const packages = new Map<string, PackageLicence>();
  for (const manifest of liveManifests(release)) {
    const file = findLicencesFile(Object.keys(manifest.files));
    if (file === undefined) continue;
    const { content } = await assets.read(manifest, file);
    const licences = parseLicences(`${manifest.name}/${file}`, JSON.parse(new TextDecoder().decode(content.bytes)));
    for (const licence of licences) packages.set(`${licence.name} ${licence.version}`, licence);
  }
  const sections = [...packages]
    .map(([title, { licence, text }]) => `${LINE}\n${title} (${licence})\n${LINE}\n\n${text}\n`)
    .toSorted();
  const text = ['The portal contains code of these packages, under the licences below.\n', ...sections].join('\n');
  return textResponse(200, text, { 'cache-control': 'private, no-cache', vary: 'cookie', ...NOT_INDEXED });
}

/** Answers which versions the visitor of an open page would get now; 304 while they have not changed. */
export async function answerLiveView(deps: PageDeps, request: IncomingMessage): Promise<HttpResponse> {
  const { headers } = request;
  const view = await currentView(deps, request);
  if (!view) return textResponse(503, 'No release is live yet.');
  const { number } = view.release;
  const live: LiveView = { number, view: view.digest, urgent: view.urgent };
  const tag = `"${String(number)}.${view.digest}"`;
  const answered = {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    etag: tag,
    ...NOT_INDEXED,
    vary: 'cookie',
  };
  if (matchesTag(headers['if-none-match'], tag)) return { status: 304, headers: answered, body: '' };
  return { status: 200, headers: answered, body: JSON.stringify(live) };
}

/** Answers with the licences of what the visitor gets. */
export async function answerLicences(deps: PageDeps, request: IncomingMessage): Promise<HttpResponse> {
  const view = await currentView(deps, request);
  return view ? licencesResponse(deps.assets, view.release) : textResponse(503, 'No release is live yet.');
}

/** Answers "/config.json". */
export function configResponse(config: PortalConfig): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...NOT_INDEXED },
    body: JSON.stringify(config),
  };
}
