import type { ArtifactManifest } from '@portal/contract/artifact';
import { isOn } from '@portal/contract/config';
import type { PortalConfig } from '@portal/contract/config';
import type { DataPreview } from '@portal/contract/data-preview';
import { parseLanguage } from '@portal/contract/language';
import type { Markup, MarkupValues } from '@portal/contract/markup';
import { expandAttribute, expandMarkup } from '@portal/contract/markup';
import { matchesPath, onlyValue } from '@portal/contract/paths';
import { buildDay, partName, plainVersion } from '@portal/contract/part-labels';
import type { PrerenderCondition, PrerenderedPage } from '@portal/contract/prerendered';
import { chooseByQuery, parsePrerendered, PRERENDERED_FILE, QUERY } from '@portal/contract/prerendered';
import { signInCall } from '@portal/contract/sign-in-call';
import type { ReleaseView } from '@portal/release/format/release';
import { liveParts } from '@portal/release/format/release';
import type { Asset, Assets } from '../files/assets.ts';
import type { OwnedRoute } from '../releases/views.ts';
import { declaredText, findRoute, liveManifests, remotesFor } from '../releases/views.ts';
import type { Visitor } from './page-request.ts';
import { findDocument, opensInViewer } from './page-request.ts';

/** A prerendered page for a visitor. */
export interface ShownPage {
  /** Made when the page is not in memory. */
  readonly nodes: () => readonly Markup[];
  readonly styles: string;
  /** Only for browsers that run no scripts, because the running page shows something else, such as the PDF viewer. */
  readonly unscripted: boolean;
  /** Path of the route at which the running portal shows the page, where the address leads. */
  readonly path: string | undefined;
  /** Title of the document, if it is not the declared one. */
  readonly title: string | undefined;
}

/**
 * What a page shows before it runs: itself, or what the browser fills with data. Those with the same `key` have the
 * same bytes for the same visitor.
 */
export type Prerendered =
  | { readonly key: string; readonly page: ShownPage; readonly preview?: undefined }
  | { readonly key: string; readonly preview: () => DataPreview; readonly page?: undefined };

export interface PrerenderDeps {
  readonly assets: Assets;
  readonly config: PortalConfig;
}

/** A request for a page, with the route that it leads to. */
interface PageRequest {
  readonly release: ReleaseView;
  readonly owned: OwnedRoute;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly visitor: Visitor;
}

/**
 * The path where sign-in started here leads back to: a route's path as a part declares it, never text of the address.
 */
function signInTarget({ release, owned, pathname, query }: PageRequest): string | undefined {
  const known = (path: string) =>
    liveManifests(release).some(({ declaration }) => declaration.routes.some((route) => route.path === path));
  if (!matchesPath(owned.route.path, pathname)) return query.size === 0 && known(pathname) ? pathname : undefined;
  if (!query.has('redirect')) return '/loggedin';
  const redirect = onlyValue(query, 'redirect');
  return redirect !== null && known(redirect) ? redirect : undefined;
}

/**
 * The address that starts sign-in; undefined if the portal does not know its own origin, or only the running page knows
 * where to return to.
 */
function signInAddress(request: PageRequest, { apiBaseUrl, publicOrigin }: PortalConfig): string | undefined {
  const target = signInTarget(request);
  if (publicOrigin === undefined || target === undefined) return undefined;
  const locale = parseLanguage(request.visitor.locale);
  const redirectUri = `${publicOrigin}/login${locale === undefined ? '' : `?locale=${locale}`}`;
  return `${apiBaseUrl}${signInCall({ returnTo: `${publicOrigin}${target}`, redirectUri })}`;
}

function isConditionMet(
  condition: PrerenderCondition,
  { release, visitor }: PageRequest,
  { config, signIn }: Facts,
): boolean {
  if (condition === 'signedIn') return visitor.signedIn;
  if (condition === 'signInLink') return signIn !== undefined;
  const [kind, name = ''] = condition.split(/:(.*)/s);
  if (kind === 'feature') return isOn(config.features, name);
  if (kind === 'route') return findRoute(release, name, config.features) !== undefined;
  return Object.entries(config.links).some(([configured, to]) => configured === name && to !== undefined);
}

interface Facts {
  readonly config: PortalConfig;
  readonly signIn: string | undefined;
}

/** The texts that the server knows. */
function knownTexts({ release }: PageRequest, { config, signIn }: Facts): NonNullable<MarkupValues['texts']> {
  const links = Object.entries({ ...config.links, signIn }).flatMap(([name, address]) =>
    address === undefined ? [] : [[`link.${name}`, address] as const],
  );
  return {
    ...Object.fromEntries(links),
    version: plainVersion(release.shell.version),
    day: buildDay(release.shell.builtAt),
    release: String(release.number),
  };
}

/** The item for each live part. */
function partItems(item: readonly Markup[], { release, visitor }: PageRequest): readonly Markup[] {
  return liveParts({ ...release, remotes: remotesFor(release) }).flatMap(({ manifest, version, builtAt }) =>
    expandMarkup(item, {
      texts: {
        'part.name': partName(manifest.declaration, visitor.language),
        'part.version': version,
        'part.day': buildDay(builtAt),
      },
    }),
  );
}

const parsed = new WeakMap<Asset, readonly PrerenderedPage[]>();

/**
 * Reads a file with prerendered pages; it is parsed once, because pages are rendered again for each language and theme.
 */
async function readPages(
  assets: Assets,
  manifest: ArtifactManifest,
  file: string,
): Promise<readonly PrerenderedPage[] | undefined> {
  try {
    const asset = await assets.read(manifest, file);
    const pages =
      parsed.get(asset) ?? parsePrerendered(file, JSON.parse(new TextDecoder().decode(asset.content.bytes)));
    parsed.set(asset, pages);
    assets.reportServed(manifest.name, file);
    return pages;
  } catch (error) {
    // A missing or damaged file costs the prerendered page alone: with scripts the portal does not need it.
    assets.reportFailure(manifest.name, file, error);
    return undefined;
  }
}

function pagesFile({ files }: ArtifactManifest): string | undefined {
  return Object.keys(files).find((file) => file.startsWith(`${PRERENDERED_FILE}.`) && file.endsWith('.json'));
}

/** The page of a route, or the one that the running page leads to without the query that it needs. */
function findPage(
  pages: readonly PrerenderedPage[],
  path: string,
  query: URLSearchParams,
): PrerenderedPage | undefined {
  const page = pages.find(({ paths }) => paths.includes(path));
  const choice = page?.query;
  if (choice?.by !== 'value' || choice.without === undefined || query.has(choice.parameter)) return page;
  return pages.find(({ paths }) => paths.includes(choice.without ?? ''));
}

/** The declared title of a route that the running page leads to. */
function findTitle(path: string, { release, owned, visitor }: PageRequest, config: PortalConfig): string | undefined {
  const there = path === owned.route.path ? undefined : findRoute(release, path, config.features);
  return there && declaredText(there.manifest, there.route.title, visitor.language);
}

const NO_QUERY = new URLSearchParams();

/**
 * Finds what the page at an address shows before it runs; undefined if its part has prerendered nothing for this
 * visitor.
 */
export async function findPrerendered(
  { assets, config }: PrerenderDeps,
  request: PageRequest,
): Promise<Prerendered | undefined> {
  const { owned, pathname, visitor } = request;
  const { manifest, route } = owned;
  const isOpen = route.access === 'open';
  if (!isOpen && (!visitor.signedIn || visitor.isAmbiguous)) return undefined;
  const document = findDocument(owned, pathname, request.query, visitor);
  const file = document?.file ?? pagesFile(manifest);
  const pages = file === undefined ? undefined : await readPages(assets, manifest, file);
  // Where the address leads to another one, its query does not count.
  const query = matchesPath(route.path, pathname) ? request.query : NO_QUERY;
  const page = pages && (document ? pages[0] : findPage(pages, route.path, query));
  if (!page || (page.data === undefined) !== isOpen) return undefined;
  // Where the query does not count, the running page shows the newest version.
  if (document?.versionFromQuery && !page.document?.versionInQuery) return undefined;
  const signIn = page.conditions.includes('signInLink') ? signInAddress(request, config) : undefined;
  const facts = { config, signIn };
  const choices = {
    [QUERY]: chooseByQuery(page.query, query),
    fellBack: String(document?.fellBack ?? false),
    ...Object.fromEntries(page.conditions.map((name) => [name, String(isConditionMet(name, request, facts))] as const)),
  };
  const { markup, data } = page;
  const { page: nodes, item, title } = markup[visitor.language];
  const values = { choices, texts: knownTexts(request, facts) };
  const [path = route.path] = page.paths;
  const key = [file, path, ...Object.values(choices), signIn].join(' ');
  if (data)
    return {
      key,
      preview: () => ({ path, ...data, page: expandMarkup(nodes, values), item: expandMarkup(item, values) }),
    };
  // The running page also says why an ambiguous session was ended.
  const unscripted = page.document
    ? opensInViewer(page.document, request.query, config)
    : page.leavesSignedIn && (visitor.signedIn || visitor.isAmbiguous);
  const ownTitle = expandAttribute(title, values);
  return {
    key: `${key} ${String(unscripted)}`,
    page: {
      nodes: () =>
        expandMarkup(nodes, { ...values, nodes: { parts: partItems(item, request), text: page.text ?? [] } }),
      styles: page.styles,
      unscripted,
      path: document ? undefined : path,
      title: typeof ownTitle === 'string' ? ownTitle : findTitle(path, request, config),
    },
  };
}
