import type { IncomingMessage } from 'node:http';
import type { PortalConfig } from '@portal/contract/config';
import { claims, declarationFor, isFor, buildNavigation } from '@portal/contract/declaration';
import { getFallbacks } from '@portal/contract/fallbacks';
import type { LiveParts } from '@portal/contract/live-parts';
import { partText } from '@portal/contract/part-labels';
import { rolesIn } from '@portal/contract/view-address';
import { PART_PATH, PARTS_PATH, ROLE_PARTS_PATH } from '@portal/contract/page-elements';
import type { PartAnswer, PartDescriptor, RoleParts } from '@portal/contract/part-descriptor';
import { RESTRICTED } from '@portal/contract/part-descriptor';
import { liveParts } from '@portal/release/format/release';
import { onlyValue } from '@portal/contract/paths';
import { chooseEncoding, Compressed, encodedResponse, NOT_INDEXED, textResponse } from '../http/http-response.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { VisitorView } from '../releases/views.ts';
import { liveManifests, currentView } from '../releases/views.ts';
import { getScripts, toPageDeclaration, toPageRemote } from './page-data.ts';
import type { PageDeps } from './answer-page.ts';

const NOT_CACHED = { 'cache-control': 'no-store', ...NOT_INDEXED };
/** They are small, so that a higher quality takes no longer. */
const BROTLI_QUALITY = 11;

/** Name of the part that a request asks for; undefined where the path belongs to nobody, or the name to no part. */
function findRequestedPart(
  { release }: VisitorView,
  query: URLSearchParams,
  { features }: PortalConfig,
): string | undefined {
  const parts = liveParts(release).map(({ manifest }) => manifest);
  const part = onlyValue(query, 'part');
  if (part !== null) return parts.find(({ name }) => name === part)?.name;
  const path = onlyValue(query, 'path') ?? '';
  return parts.find(({ declaration }) => claims(declarationFor(declaration, features), path))?.name;
}

/** What a page needs of one of its view's parts. */
function listPart({ release }: VisitorView, name: string, { features }: PortalConfig): PartDescriptor {
  const remote = Object.hasOwn(release.remotes, name) ? release.remotes[name] : undefined;
  const { manifest } = remote ?? release.shell;
  const versions = [manifest, ...(remote ? getFallbacks(remote).map((each) => each.manifest) : [])];
  const declaration = toPageDeclaration(manifest.declaration, features);
  return {
    name,
    declaration,
    remote: remote ? toPageRemote(remote, declaration) : null,
    scripts: getScripts(versions),
    pages: manifest.pages,
    locales: manifest.locales,
  };
}

/** An answer that all who ask for the same parts get. */
interface CachedAnswer {
  /** Of the parts, not of the roles: anybody may name any. */
  readonly key: string;
  readonly create: () => PartAnswer | RoleParts | LiveParts;
}

type Describe = (view: VisitorView, query: URLSearchParams, config: PortalConfig) => CachedAnswer;

/** What a page may know of the part that it asks for. */
const answerPart: Describe = (view, query, config) => {
  const name = findRequestedPart(view, query, config);
  if (name === undefined) return { key: 'nobody', create: () => null };
  const mayKnow = liveManifests(view.release, rolesIn(query)).some((manifest) => manifest.name === name);
  return mayKnow
    ? { key: `part ${name}`, create: () => listPart(view, name, config) }
    : { key: RESTRICTED, create: () => RESTRICTED };
};

/** The parts of a view that exist for accounts with these roles alone. */
const answerRoleParts: Describe = (view, query, config) => {
  const { release } = view;
  const everybodys = liveManifests(release);
  const further = liveManifests(release, rolesIn(query)).filter(
    (manifest) =>
      !everybodys.includes(manifest) && declarationFor(manifest.declaration, config.features).routes.length > 0,
  );
  return {
    key: `role parts ${further.map(({ name }) => name).join(' ')}`,
    create: () => ({
      parts: further.map(({ name }) => listPart(view, name, config)),
      header: buildNavigation(further.map(({ declaration }) => declarationFor(declaration, config.features))).header,
    }),
  };
};

/** The parts of a view for accounts with these roles, the shell first. */
const answerParts: Describe = ({ release }, query) => {
  const roles = rolesIn(query);
  const parts = liveParts(release).filter(({ manifest }) => isFor(manifest.declaration, roles));
  return {
    key: `parts ${parts.map(({ manifest }) => manifest.name).join(' ')}`,
    create: () =>
      parts.map(({ manifest: { name, declaration }, version, builtAt }) => ({
        part: name,
        text: partText(declaration),
        version,
        builtAt,
      })),
  };
};

/** What is answered at each path. */
const DESCRIPTORS = { [PART_PATH]: answerPart, [ROLE_PARTS_PATH]: answerRoleParts, [PARTS_PATH]: answerParts };
type DescriptorPath = keyof typeof DESCRIPTORS;

type DescriptorDeps = Pick<PageDeps, 'config' | 'releases' | 'previews' | 'isSecure'>;

/** Answers, compressed, by view and by what was asked; views that are served no more leave with their answers. */
const answers = new WeakMap<VisitorView, Map<string, Compressed>>();

function getCached(view: VisitorView, { key, create }: CachedAnswer): Compressed {
  const known = answers.get(view) ?? new Map<string, Compressed>();
  answers.set(view, known);
  const answer = known.get(key) ?? new Compressed(Buffer.from(JSON.stringify(create())), BROTLI_QUALITY);
  known.set(key, answer);
  return answer;
}

/** The view of an open page. Of a preview, this process may not have made the page. */
async function findView(
  deps: DescriptorDeps,
  request: IncomingMessage,
  digest: string,
): Promise<VisitorView | undefined> {
  const known = (await deps.releases.withDigest(digest)) ?? (await deps.previews.withDigest(digest));
  if (known) return known;
  const current = await currentView(deps, request);
  return current?.digest === digest ? current : undefined;
}

/**
 * Answers what open pages of a view need beside what they carry: `/part.json?view=…&path=…` or `&part=…`,
 * `/role-parts.json?view=…` and `/parts.json?view=…`. With `&roles=…`, what exists for accounts with these roles is
 * among it; nobody proves them here, because the API checks every call, and the code of parts is no secret. The view
 * decides, not what its visitor would get now: an open page keeps its versions. 410 for a view that this server no
 * longer, or not yet, serves.
 */
export async function answerDescriptor(
  deps: DescriptorDeps,
  request: IncomingMessage,
  query: URLSearchParams,
  path: DescriptorPath,
): Promise<HttpResponse> {
  const { config } = deps;
  const view = await findView(deps, request, onlyValue(query, 'view') ?? '');
  if (!view) return textResponse(410, 'These versions are not served here any more: load the page again.', NOT_CACHED);
  const content = getCached(view, DESCRIPTORS[path](view, query, config));
  const headers = {
    'content-type': 'application/json',
    // Which version may take over can change while the view stays.
    'cache-control': 'private, max-age=60',
    vary: 'accept-encoding',
    ...NOT_INDEXED,
  };
  return encodedResponse(200, headers, await content.encode(chooseEncoding(request.headers['accept-encoding'])));
}
