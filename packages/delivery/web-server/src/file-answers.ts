import type { IncomingMessage } from 'node:http';
import type { DocumentAddress } from '@portal/contract/paths';
import { findDocumentFile, ASSETS_PATH, MANIFEST_FILE } from '@portal/contract/paths';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { InvalidInputError } from '@portal/contract/parse';
import { FEDERATION_MANIFEST, findFederationManifest } from '@portal/contract/federation-manifest';
import type { ReleaseView } from '@portal/release/format/release';
import { NO_BUCKETS } from '@portal/release/format/release';
import { originHeaders } from './http/host-origins.ts';
import type { HttpResponse, RequestTarget, Encoded } from './http/http-response.ts';
import { encodedResponse, matchesTag, NOT_INDEXED, textResponse, chooseEncoding } from './http/http-response.ts';
import type { Asset } from './files/assets.ts';
import type { Dictionaries } from './releases/dictionaries.ts';
import { dictionaryHeaders } from './releases/dictionaries.ts';
import type { PageDeps } from './pages/answer-page.ts';
import { currentView, liveManifests } from './releases/views.ts';

/** Finds the file with a document's PDF in the live parts. */
function findDocument(
  release: ReleaseView,
  address: DocumentAddress,
): { readonly name: string; readonly file: string } | undefined {
  for (const { name, files } of liveManifests(release)) {
    const file = findDocumentFile(Object.keys(files), address);
    if (file !== undefined) return { name, file };
  }
  return undefined;
}

interface FileDeps extends Pick<PageDeps, 'assets' | 'assetOrigin' | 'isSecure' | 'previews' | 'releases'> {
  readonly hostOrigins: ReadonlySet<string>;
  readonly dictionaries: Dictionaries;
}

/**
 * No asset may run code if a browser opens it as a document. The browser's PDF viewer works only with a policy without
 * `default-src`.
 */
function assetPolicy({ type: { mime } }: Asset): Readonly<Record<string, string>> {
  if (mime === 'application/pdf') return { 'content-security-policy': "frame-ancestors 'self'" };
  const isDocument = mime.startsWith('text/html') || mime.startsWith('image/svg');
  return isDocument ? { 'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox" } : {};
}

const IMMUTABLE = 'max-age=31536000, immutable';
/** A CDN that makes files "smaller" would change their hashes. */
const NOT_CHANGED = ', no-transform';

/** The name without a hash under which hosts of Module Federation find the manifest of the live version. */
const LIVE_FEDERATION_MANIFEST = `${FEDERATION_MANIFEST}.json`;

/** The manifest of a part's live version; canaries are for visitors of the portal itself. */
async function liveManifest({ releases }: FileDeps, name: string): Promise<ArtifactManifest | undefined> {
  const live = (await releases.current())?.getView(NO_BUCKETS);
  return live && liveManifests(live.release).find((part) => part.name === name);
}

/** The federation manifest of a part's live version. */
async function liveFederationManifest(deps: FileDeps, name: string): Promise<string | undefined> {
  const manifest = await liveManifest(deps, name);
  return manifest && findFederationManifest(Object.keys(manifest.files));
}

/** Answers the address of a live version's manifest. */
async function answerManifest(deps: FileDeps, name: string): Promise<HttpResponse> {
  const manifest = await liveManifest(deps, name);
  if (!manifest) return textResponse(404, 'Not found');
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, no-cache', ...NOT_INDEXED };
  return { status: 200, headers, body: JSON.stringify(manifest) };
}

/** Answers an address of a part's file. */
export async function answerAsset(
  deps: FileDeps,
  request: IncomingMessage,
  { pathname }: RequestTarget,
): Promise<HttpResponse> {
  const { assets } = deps;
  const [name = '', path = '', ...rest] = pathname.slice(ASSETS_PATH.length).split('/');
  if (path === MANIFEST_FILE && rest.length === 0) return answerManifest(deps, name);
  const isLive = path === LIVE_FEDERATION_MANIFEST;
  const file = isLive ? await liveFederationManifest(deps, name) : path;
  let asset: Asset | undefined;
  try {
    asset = rest.length === 0 && file !== undefined ? await assets.find(name, file) : undefined;
  } catch (error) {
    if (error instanceof InvalidInputError) return textResponse(404, 'Not found');
    assets.reportFailure(name, file ?? '', error);
    return textResponse(500, 'This file cannot be served.');
  }
  if (!asset) return textResponse(404, 'Not found');
  assets.reportServed(name, file ?? '');
  const origin = originHeaders(deps, request);
  const plain = encodeFor(request, asset);
  // This address has other bytes after a release: they are no dictionary.
  if (isLive || file === undefined)
    return fileResponse(request, asset, await plain, {
      ...NOT_INDEXED,
      ...origin,
      'cache-control': 'public, no-cache',
    });
  const encoded = await deps.dictionaries.chooseSmaller({ name, file, asset }, request.headers, plain);
  // A cache that ignores "Vary" must not send one browser's delta to others.
  const caches = encoded.encoding === 'dcb' ? 'private' : 'public';
  return fileResponse(request, asset, encoded, {
    ...withVary({ ...NOT_INDEXED, ...origin }, dictionaryHeaders(name, file)),
    'cache-control': `${caches}, ${IMMUTABLE}${deps.assetOrigin === '' ? '' : NOT_CHANGED}`,
  });
}

type FileHeaders = Readonly<Record<string, string>>;

/** Both; what the answer varies by adds up. */
function withVary(some: FileHeaders, others: FileHeaders): FileHeaders {
  const vary = [some['vary'], others['vary']].filter((names) => names !== undefined).join(', ');
  return { ...some, ...others, ...(vary !== '' && { vary }) };
}

function encodeFor({ headers }: IncomingMessage, { type, content }: Asset): Promise<Encoded> {
  return content.encode(type.compressible ? chooseEncoding(headers['accept-encoding']) : undefined);
}

/** The entity tag of a file: each coding has its own, and each dictionary. */
function toTag({ integrity }: Asset, { encoding, dictionary }: Encoded): string {
  return `"${[integrity.slice('sha256-'.length), encoding, dictionary].filter((part) => part !== undefined).join('.')}"`;
}

function fileResponse(request: IncomingMessage, asset: Asset, encoded: Encoded, further: FileHeaders): HttpResponse {
  const tag = toTag(asset, encoded);
  const headers = {
    ...assetPolicy(asset),
    'content-type': asset.type.mime,
    etag: tag,
    ...withVary({ vary: 'accept-encoding' }, further),
  };
  if (matchesTag(request.headers['if-none-match'], tag)) return { status: 304, headers, body: '' };
  return encodedResponse(200, headers, encoded);
}

/** Answers a document's permanent address with its PDF in the live release; undefined if there is none. */
export async function answerDocument(
  deps: FileDeps,
  request: IncomingMessage,
  address: DocumentAddress,
): Promise<HttpResponse | undefined> {
  const view = await currentView(deps, request);
  const found = view && findDocument(view.release, address);
  if (!found) return undefined;
  const asset = await deps.assets.find(found.name, found.file);
  if (!asset) return textResponse(500, 'This file cannot be served.');
  const { document, version, language } = address;
  return fileResponse(request, asset, await encodeFor(request, asset), {
    'cache-control': 'private, no-cache',
    vary: 'cookie',
    'content-disposition': `inline; filename="${document}-${version}-${language}.pdf"`,
    'content-language': language,
  });
}
