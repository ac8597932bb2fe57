import type { ArtifactManifest } from '@portal/contract/artifact';
import type { PortalConfig } from '@portal/contract/config';
import { languageOf } from '@portal/contract/language';
import { matchesPath } from '@portal/contract/paths';
import { buildDay, partName, plainVersion } from '@portal/contract/part-facts';
import type { PaintedCondition, PaintedOpenPage, PaintedVariant } from '@portal/contract/painted-page';
import {
  chosenIn,
  fillPainted,
  PAINTED_PAGES_FILE,
  parsePaintedPages,
  variantName,
} from '@portal/contract/painted-page';
import { onlyValue } from '@portal/contract/query';
import { liveParts } from '@portal/release/format/release';
import type { ReleaseView } from '@portal/release/format/release-view';
import { signInCall } from '@portal/contract/sign-in-call';
import { escapeHtml } from '@portal/node-kit/html';
import type { OwnedRoute } from '../releases/live-parts.ts';
import { declaredText, findRoute, liveManifests, remotesFor } from '../releases/live-parts.ts';
import type { PaintedPage, PaintedParts } from './painted-document.ts';
import { findPaintedDocument } from './painted-document.ts';
import { paintedReader } from './read-painted.ts';
import type { Visitor } from './visitor.ts';

const read = paintedReader(parsePaintedPages);

/** A request for a page, with the route that it leads to. */
interface PageRequest {
  readonly release: ReleaseView;
  readonly owned: OwnedRoute;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly visitor: Visitor;
}

function paintedPagesFile({ files }: ArtifactManifest): string | undefined {
  return Object.keys(files).find((file) => file.startsWith(`${PAINTED_PAGES_FILE}.`) && file.endsWith('.json'));
}

/** The path where sign-in started here leads back to: a route's path as a part declares it, never text of the address. */
function signInTarget({ release, owned, pathname, query }: PageRequest): string | undefined {
  const known = (path: string) =>
    liveManifests(release).some(({ declaration }) => declaration.routes.some((route) => route.path === path));
  if (!matchesPath(owned.route.path, pathname)) return query.size === 0 && known(pathname) ? pathname : undefined;
  if (!query.has('redirect')) return '/loggedin';
  const redirect = onlyValue(query, 'redirect');
  return redirect !== null && known(redirect) ? redirect : undefined;
}

/** The address that starts sign-in; undefined if the portal does not know its own origin, or only the running page knows where to return to. */
function signInAddress(request: PageRequest, { apiBaseUrl, publicOrigin }: PortalConfig): string | undefined {
  const target = signInTarget(request);
  if (publicOrigin === undefined || target === undefined) return undefined;
  const locale = languageOf(request.visitor.locale);
  const redirectUri = `${publicOrigin}/login${locale === undefined ? '' : `?locale=${locale}`}`;
  return `${apiBaseUrl}${signInCall({ returnTo: `${publicOrigin}${target}`, redirectUri })}`;
}

function holds(condition: PaintedCondition, { release, visitor }: PageRequest, facts: Facts): boolean {
  if (condition === 'signedIn') return visitor.signedIn;
  if (condition === 'signInLink') return facts.signIn !== undefined;
  const [kind, name = ''] = condition.split(/:(.*)/s);
  return kind === 'link' ? facts.links.has(name) : findRoute(release, name, facts.config.features) !== undefined;
}

interface Facts {
  readonly config: PortalConfig;
  readonly links: ReadonlyMap<string, string>;
  readonly signIn: string | undefined;
}

function factsOf(request: PageRequest, config: PortalConfig, { conditions }: PaintedOpenPage): Facts {
  const links = Object.entries(config.links).filter((link): link is [string, string] => link[1] !== undefined);
  const signIn = conditions.includes('signInLink') ? signInAddress(request, config) : undefined;
  return { config, links: new Map(links), signIn };
}

/** Escapes values for text and for attributes. */
function escaped(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]));
}

function fill({ html, part }: PaintedVariant, { release, visitor }: PageRequest, { links, signIn }: Facts): string {
  const { language } = visitor;
  const { shell, number } = release;
  const row = part?.[language] ?? '';
  const rows = liveParts({ ...release, remotes: remotesFor(release) }).map(({ manifest, version, builtAt }) =>
    fillPainted(
      row,
      escaped({
        'part.name': partName(manifest.declaration, language),
        'part.version': version,
        'part.day': buildDay(builtAt),
      }),
    ),
  );
  return fillPainted(html[language], {
    ...escaped({
      ...Object.fromEntries([...links].map(([name, address]) => [`link.${name}`, address])),
      ...(signIn !== undefined && { signIn }),
      version: plainVersion(shell.version),
      day: buildDay(shell.builtAt),
      release: String(number),
    }),
    parts: rows.join(''),
  });
}

/** The page of a route, or the one that the running page leads to without the query that it needs. */
function pageFor(pages: readonly PaintedOpenPage[], path: string, query: URLSearchParams): PaintedOpenPage | undefined {
  const page = pages.find(({ paths }) => paths.includes(path));
  const choice = page?.choice;
  if (choice?.by !== 'value' || choice.without === undefined || query.has(choice.parameter)) return page;
  return pages.find(({ paths }) => paths.includes(choice.without ?? ''));
}

/** The declared title of a route that the running page leads to. */
function titleAt(path: string, { release, owned, visitor }: PageRequest, config: PortalConfig): string | undefined {
  const there = path === owned.route.path ? undefined : findRoute(release, path, config.features);
  return there && declaredText(there.manifest, there.route.title, visitor.language);
}

const NO_QUERY = new URLSearchParams();

async function findOpenPage({ assets, config }: PaintedParts, request: PageRequest): Promise<PaintedPage | undefined> {
  const { owned, pathname, visitor } = request;
  const file = paintedPagesFile(owned.manifest);
  if (file === undefined || owned.route.access !== 'open') return undefined;
  const painted = await read(assets, owned.manifest, file);
  // Where the address leads to another one, its query does not count.
  const query = matchesPath(owned.route.path, pathname) ? request.query : NO_QUERY;
  const page = painted && pageFor(painted.pages, owned.route.path, query);
  if (!page) return undefined;
  const facts = factsOf(request, config, page);
  const holding = page.conditions.filter((condition) => holds(condition, request, facts));
  const name = variantName(chosenIn(page.choice, query), holding);
  const variant = Object.hasOwn(page.variants, name) ? page.variants[name] : undefined;
  if (!variant) return undefined;
  // The running page also says why an ambiguous session was ended.
  const unscripted = page.leavesSignedIn && (visitor.signedIn || visitor.isAmbiguous);
  const [path = owned.route.path] = page.paths;
  const title = variant.title?.[visitor.language] ?? titleAt(path, request, config);
  return {
    key: `${file} ${path} ${name} ${facts.signIn ?? ''} ${String(unscripted)}`,
    html: () => fill(variant, request, facts),
    styles: page.styles,
    unscripted,
    path,
    ...(title !== undefined && { title }),
  };
}

/** The painted page at an address: that of a document, or another one that is open to everybody; undefined if its part has painted none. */
export async function findPaintedPage(parts: PaintedParts, request: PageRequest): Promise<PaintedPage | undefined> {
  const { owned, pathname, query, visitor } = request;
  return (await findPaintedDocument(parts, owned, pathname, query, visitor)) ?? (await findOpenPage(parts, request));
}
