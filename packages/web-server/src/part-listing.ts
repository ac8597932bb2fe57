import type { PortalConfig } from '@portal/contract/config';
import type { Declaration } from '@portal/contract/declaration';
import { declarationFor } from '@portal/contract/declaration';
import { fallbacksOf } from '@portal/contract/fallbacks';
import type { LiveParts } from '@portal/contract/live-parts';
import { partText } from '@portal/contract/part-facts';
import type { PartListing } from '@portal/contract/part-listing';
import { matchesPath } from '@portal/contract/paths';
import { onlyValue } from '@portal/contract/query';
import { Compressed } from './compressed.ts';
import type { HttpResponse } from './http-response.ts';
import { encodedResponse, NOT_INDEXED, textResponse } from './http-response.ts';
import { findRoute, liveManifests } from './live-parts.ts';
import { chooseEncoding } from './negotiate.ts';
import { toPageDeclaration, toPageRemote } from './page-data.ts';
import { runElsewhere, runsAlone, scriptsOf } from './page-parts.ts';
import type { VisitorView, VisitorViews } from './visitor-view.ts';

const NOT_CACHED = { 'cache-control': 'no-store', ...NOT_INDEXED };
/** They are small, so that a higher quality takes no longer. */
const BROTLI_QUALITY = 11;

/** Name of the part that a request asks for; undefined where the path belongs to nobody. */
function askedPart({ release }: VisitorView, query: URLSearchParams, { features }: PortalConfig): string | undefined {
  const part = onlyValue(query, 'part');
  if (part !== null) return liveManifests(release).find(({ name }) => name === part)?.name;
  const path = onlyValue(query, 'path') ?? '';
  const leads = (declaration: Declaration) =>
    declarationFor(declaration, features).redirects?.some(({ from }) => matchesPath(from, path)) ?? false;
  const redirecting = liveManifests(release).find(({ declaration }) => leads(declaration));
  return findRoute(release, path, features)?.manifest.name ?? redirecting?.name;
}

/** What a page needs of one of its view's parts. */
function listPart({ release }: VisitorView, name: string, { features }: PortalConfig): PartListing {
  const remote = Object.hasOwn(release.remotes, name) ? release.remotes[name] : undefined;
  const there = remote && runElsewhere(remote);
  const { manifest } = remote ?? release.shell;
  const versions = [manifest, ...(there ? fallbacksOf(there).map((each) => each.manifest) : [])];
  const declaration = toPageDeclaration(manifest.declaration, features);
  return {
    name,
    declaration,
    remote: there ? toPageRemote(there, declaration) : null,
    scripts: scriptsOf(versions),
    pages: manifest.pages,
    ...(manifest.locales && { locales: manifest.locales }),
    alone: remote !== undefined && runsAlone(remote),
    moreAlone: there !== remote,
  };
}

/** The parts of a view, the shell first. */
function listParts({ release: { shell, remotes } }: VisitorView): LiveParts {
  return [shell, ...Object.values(remotes)].map(({ manifest: { name, declaration }, version, builtAt }) => ({
    part: name,
    text: partText(declaration),
    version,
    builtAt,
  }));
}

export interface ListingParts {
  readonly config: PortalConfig;
  readonly releases: Pick<VisitorViews, 'withDigest'>;
}

/** Answers, compressed, by view and by what was asked; views that are served no more leave with their answers. */
const answers = new WeakMap<VisitorView, Map<string, Compressed>>();

function kept(view: VisitorView, key: string, make: () => unknown): Compressed {
  const known = answers.get(view) ?? new Map<string, Compressed>();
  answers.set(view, known);
  const answer = known.get(key) ?? new Compressed(Buffer.from(JSON.stringify(make())), BROTLI_QUALITY);
  known.set(key, answer);
  return answer;
}

/**
 * Answers what open pages of a view need beside what they carry: `/part.json?view=…&path=…` or `&part=…`, and `/parts.json?view=…`. The
 * view decides, not cookies: an open page keeps its versions. 410 for a view that this server no longer, or not yet, serves.
 */
export async function answerListing(
  { config, releases }: ListingParts,
  query: URLSearchParams,
  what: 'part' | 'parts',
  acceptEncoding: string | undefined,
): Promise<HttpResponse> {
  const view = await releases.withDigest(onlyValue(query, 'view') ?? '');
  if (!view) return textResponse(410, 'These versions are not served here any more: load the page again.', NOT_CACHED);
  const name = what === 'part' ? askedPart(view, query, config) : undefined;
  const content = kept(view, `${what} ${name ?? ''}`, () => {
    if (what === 'parts') return listParts(view);
    return name === undefined ? null : listPart(view, name, config);
  });
  const headers = {
    'content-type': 'application/json',
    // Which version may take over can change while the view stays.
    'cache-control': 'private, max-age=60',
    vary: 'accept-encoding',
    ...NOT_INDEXED,
  };
  return encodedResponse(200, headers, await content.as(chooseEncoding(acceptEncoding)));
}
