import type { ArtifactManifest } from '@portal/contract/artifact';
import type { VisitorRelease } from '@portal/contract/cohort';
import type { Language } from '@portal/contract/language';
import { assetUrl } from '@portal/contract/page';
import { escapeHtml } from '@portal/node-kit/html';
import type { RouteDeclaration } from '@portal/contract/declaration';
import type { OwnedRoute } from './live-parts.ts';
import { fallbackManifests, initialScripts, liveManifests, declaredText } from './live-parts.ts';
import { integrityOfFile } from './page-data.ts';
import { DESCRIPTION } from './texts.ts';
import type { Visitor } from './visitor.ts';

/**
 * The import map's integrity: every script of every live part, and of what it falls back to, by its URL. The browser holds each module to it, nested chunks
 * too, which no link or script element can do.
 */
export function scriptIntegrity(release: VisitorRelease): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...liveManifests(release), ...fallbackManifests(release)].flatMap(({ name, files }) =>
      Object.entries(files)
        .filter(([file]) => file.endsWith('.js'))
        .map(([file, { integrity }]) => [assetUrl(name, file), integrity]),
    ),
  );
}

function checkedFile(manifest: ArtifactManifest, attribute: 'src' | 'href', file: string): string {
  const url = escapeHtml(assetUrl(manifest.name, file));
  return `crossorigin integrity="${integrityOfFile(manifest, file)}" ${attribute}="${url}"`;
}

/** The shell's entry. */
export function entryTag(shell: ArtifactManifest): string {
  return `<script type="module" ${checkedFile(shell, 'src', shell.entry)}></script>`;
}

/** Parts whose files the first screen needs: the shell, and the route's own. */
function partsOnScreen(shell: ArtifactManifest, owned: OwnedRoute | undefined): readonly ArtifactManifest[] {
  return owned && owned.manifest.name !== shell.name ? [shell, owned.manifest] : [shell];
}

/** Style sheets of the first screen, the shell's first. */
export function styleTags(shell: ArtifactManifest, owned: OwnedRoute | undefined): readonly string[] {
  return partsOnScreen(shell, owned).flatMap((part) =>
    part.styles.map((file) => `<link rel="stylesheet" ${checkedFile(part, 'href', file)}>`),
  );
}

/** Links that fetch, beside the shell's entry, every script that the first screen needs: in the order in which it is needed. */
export function preloadTags(
  shell: ArtifactManifest,
  owned: OwnedRoute | undefined,
  language: Language,
): readonly string[] {
  return partsOnScreen(shell, owned).flatMap((part) => {
    const entry = part.name === shell.name ? [] : [part.entry];
    const page = owned?.manifest === part ? (part.pages[owned.route.page] ?? []) : [];
    const files = new Set([...entry, ...initialScripts(part), ...page, ...(part.locales?.[language] ?? [])]);
    return [...files].map((file) => `<link rel="modulepreload" ${checkedFile(part, 'href', file)}>`);
  });
}

/** Which of a route's locales the page is in; undefined for a page that search engines do not show. */
export function indexedLocale({ index }: RouteDeclaration, { locale, language }: Visitor): string | undefined {
  return index && [locale, language, ...index.locales].find((wanted) => index.locales.includes(wanted));
}

/** "fr-ca" -> "fr-CA". */
function languageTag(locale: string): string {
  const [letters = '', region] = locale.split('-');
  return region === undefined ? letters : `${letters}-${region.toUpperCase()}`;
}

/**
 * What the page tells search engines: where a page may be shown, its description, the address that it is known by, and that of
 * every other language; and of every other page that it is not for them.
 */
export function indexTags(owned: OwnedRoute | undefined, visitor: Visitor, origin = ''): readonly string[] {
  const description = (text: string) => `<meta name="description" content="${escapeHtml(text)}">`;
  const current = owned && indexedLocale(owned.route, visitor);
  if (!owned?.route.index || current === undefined)
    return [description(DESCRIPTION[visitor.language]), '<meta name="robots" content="noindex">'];
  const { index, path: ownPath } = owned.route;
  const path = index.path ?? ownPath;
  const link = (attributes: string, query: string) =>
    `<link ${attributes} href="${escapeHtml(`${origin}${path}${query}`)}">`;
  return [
    description(declaredText(owned.manifest, index.description, visitor.language)),
    link('rel="canonical"', `?locale=${current}`),
    ...index.locales.map((locale) => link(`rel="alternate" hreflang="${languageTag(locale)}"`, `?locale=${locale}`)),
    link('rel="alternate" hreflang="x-default"', ''),
  ];
}
