import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Features, PortalConfig } from '@portal/contract/config';
import type { Declaration } from '@portal/contract/declaration';
import { declarationFor, buildNavigation } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import type { LoadableVersion, PageData, PageRemote } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/paths';
import { overrideAddress } from '@portal/contract/override-address';
import type { Release, ReleasedPart, ReleaseView } from '@portal/release/format/release';
import { LANGUAGES } from '@portal/contract/language';
import type { OwnedRoute, VisitorView } from '../releases/views.ts';
import { initialScripts, liveManifests, remotesFor } from '../releases/views.ts';

/** The remotes of a page that begins with these parts. */
function includedRemotes(view: ReleaseView, parts: readonly string[]): Release['remotes'] {
  return Object.fromEntries(Object.entries(remotesFor(view)).filter(([name]) => parts.includes(name)));
}

/** The hash of every script of a part, by file: of its version, and of those that may take over. */
export function getScripts(versions: readonly ArtifactManifest[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    versions.flatMap(({ files }) =>
      Object.entries(files).flatMap(([file, { integrity }]) => (file.endsWith('.js') ? [[file, integrity]] : [])),
    ),
  );
}

/** What a part's first screen may load: of a page of its own, in any language. */
function firstFiles(manifest: ArtifactManifest, owned: OwnedRoute | undefined): ReadonlySet<string> {
  const page = owned?.manifest === manifest ? (manifest.pages[owned.route.page] ?? []) : [];
  const texts = LANGUAGES.flatMap((language) => manifest.locales[language]);
  return new Set([manifest.entry, ...initialScripts(manifest), ...page, ...texts]);
}

/**
 * The import map's integrity: the hashes of scripts, by URL. Unlike the attributes of links and scripts, it also covers
 * nested chunks. It lists what the first screen loads; the page itself checks the others, whose hashes it fetches (see
 * part-descriptor.ts).
 */
function scriptIntegrity(
  view: ReleaseView,
  owned: OwnedRoute | undefined,
  parts: readonly string[],
  assetOrigin: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    liveManifests({ ...view, remotes: includedRemotes(view, parts) }).flatMap((manifest) => {
      const first = firstFiles(manifest, owned);
      return Object.entries(getScripts([manifest]))
        .filter(([file]) => first.has(file))
        .map(([file, integrity]) => [assetUrl(manifest.name, file, assetOrigin), integrity]);
    }),
  );
}

/** Where browsers load scripts from, if elsewhere, and which bytes these must have; both by URL. */
interface ImportMap {
  readonly imports?: Readonly<Record<string, string>>;
  readonly integrity: Readonly<Record<string, string>>;
}

/**
 * The page's import map. Of a part that comes from elsewhere, it has the entry on every page: the shell imports it as
 * released, and the browser takes the other one.
 */
export function importMap(
  { release, preview }: VisitorView,
  owned: OwnedRoute | undefined,
  parts: readonly string[],
  assetOrigin: string,
): ImportMap {
  const integrity = scriptIntegrity(release, owned, parts, assetOrigin);
  const { part = '', origin = '' } = preview?.override ?? {};
  const remote = release.remotes[part];
  if (!remote) return { integrity };
  const { version, manifest } = remote;
  const entry = assetUrl(part, manifest.entry, assetOrigin);
  return {
    imports: { [entry]: overrideAddress(origin, { part, version }) },
    integrity: { ...integrity, [entry]: integrityOfFile(manifest, manifest.entry) },
  };
}

/** The hash of a file that the manifest lists. @throws for any other file. */
export function integrityOfFile({ name, files }: ArtifactManifest, file: string): string {
  const record = files[file];
  if (record) return record.integrity;
  throw new Error(`The manifest of ${name} does not list "${file}"`);
}

function getStyles(manifest: ArtifactManifest): LoadableVersion['styles'] {
  return manifest.styles.map((file) => ({ file, integrity: integrityOfFile(manifest, file) }));
}

function toLoadable({ version, builtAt, manifest }: ReleasedPart): LoadableVersion {
  return { version, builtAt, entry: manifest.entry, styles: getStyles(manifest) };
}

/** A declaration as an open page needs it: without what the frame and search engines take from it. */
export function toPageDeclaration(declaration: Declaration, features: Features): Declaration {
  const { name, routes, redirects, texts } = declarationFor(declaration, features);
  const titles = new Set(routes.map(({ title }) => title));
  return {
    name,
    routes: routes.map(({ index: _index, when: _when, ...route }) => route),
    ...(redirects && { redirects: redirects.map(({ when: _when, ...redirect }) => redirect) }),
    header: [],
    texts: Object.fromEntries(Object.entries(texts).filter(([key]) => titles.has(key))),
  };
}

/** A remote as the loader needs it. */
export function toPageRemote({ fallback, ...part }: Release['remotes'][string], declaration: Declaration): PageRemote {
  return {
    ...toLoadable(part),
    declaration,
    fallback: fallback && {
      ...toLoadable(fallback),
      ...(fallback.fallback && { fallback: toLoadable(fallback.fallback) }),
    },
  };
}

/**
 * The data of a release that the browser needs, without the person and the reason; of the remotes those that the page
 * carries.
 */
function toPageRelease(
  { digest, release }: VisitorView,
  features: Features,
  { parts, isRestricted }: PageContent,
): PageData['release'] {
  const { number, shell } = release;
  const declare = ({ manifest: { declaration } }: ReleasedPart) => toPageDeclaration(declaration, features);
  return {
    number,
    view: digest,
    shell: {
      version: shell.version,
      builtAt: shell.builtAt,
      styles: getStyles(shell.manifest),
      declaration: declare(shell),
    },
    remotes: Object.fromEntries(
      Object.entries(includedRemotes(release, parts)).map(([name, remote]) => [
        name,
        toPageRemote(remote, declare(remote)),
      ]),
    ),
    navigation: buildNavigation(liveManifests(release).map(({ declaration }) => declarationFor(declaration, features))),
    ...(isRestricted && { isRestricted }),
  };
}

interface PageContent {
  /** Names of the remotes that the page begins with. */
  readonly parts: readonly string[];
  /** Whether its path belongs to a part for some accounts. */
  readonly isRestricted: boolean;
}

/**
 * The switches that code in the page asks for: the one that shells read, and those that parts for everybody declare.
 * What the others switch is decided here.
 */
function pageFeatures({ release }: VisitorView, features: PortalConfig['features']): PortalConfig['features'] {
  const asked = new Set(liveManifests(release).flatMap(({ declaration }) => declaration.features ?? []));
  return Object.fromEntries(Object.entries(features).filter(([name]) => name === 'singleSignOn' || asked.has(name)));
}

/** The document that the page carries for the shell. */
export function toPageData(
  view: VisitorView,
  config: PortalConfig,
  language: Language,
  content: PageContent,
): PageData {
  return {
    release: toPageRelease(view, config.features, content),
    config: { ...config, features: pageFeatures(view, config.features) },
    language,
  };
}
