import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Language } from '@portal/contract/language';
import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import { assetUrl } from '@portal/contract/page';
import { MANIFEST_PATH } from '@portal/contract/web-server-paths';
import { escapeHtml } from '@portal/node-kit/html';
import type { RouteDeclaration } from '@portal/contract/declaration';
import type { Theme } from '@portal/contract/theme';
import { DEVICE_THEMES, themeColor } from '@portal/contract/theme';
import type { OwnedRoute } from '../releases/live-parts.ts';
import { declaredText, initialScripts } from '../releases/live-parts.ts';
import { integrityOfFile } from './page-data.ts';
import { DESCRIPTION } from './texts.ts';
import type { Visitor } from './visitor.ts';

/** The attribute of the root element for a chosen theme, with the space before it. */
export function themeAttribute(theme: Theme): string {
  return theme === 'system' ? '' : ` data-theme="${theme}"`;
}

/** The tags by which the browser colours itself and an unstyled page. */
export function themeTags(theme: Theme): readonly string[] {
  return [
    `<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">`,
    ...DEVICE_THEMES.map(
      (device) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${device})" content="${themeColor(theme, device)}">`,
    ),
  ];
}

function checkedFile(manifest: ArtifactManifest, attribute: 'src' | 'href', file: string, assetOrigin: string): string {
  const url = escapeHtml(assetUrl(manifest.name, file, assetOrigin));
  return `crossorigin integrity="${integrityOfFile(manifest, file)}" ${attribute}="${url}"`;
}

export function entryTag(shell: ArtifactManifest, assetOrigin: string): string {
  return `<script type="module" ${checkedFile(shell, 'src', shell.entry, assetOrigin)}></script>`;
}

/** Browsers that know no SVG icons take "/favicon.ico" without a tag. */
export const ICON_TAGS: readonly string[] = [
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  `<link rel="manifest" href="${MANIFEST_PATH}">`,
];

/** The parts that the first screen needs: the shell, and the route's part. */
function partsOnScreen(shell: ArtifactManifest, owned: OwnedRoute | undefined): readonly ArtifactManifest[] {
  return owned && owned.manifest.name !== shell.name ? [shell, owned.manifest] : [shell];
}

/** Style sheets of the first screen, the shell's first. */
export function styleTags(
  shell: ArtifactManifest,
  owned: OwnedRoute | undefined,
  assetOrigin: string,
): readonly string[] {
  return partsOnScreen(shell, owned).flatMap((part) =>
    part.styles.map((file) => `<link rel="stylesheet" ${checkedFile(part, 'href', file, assetOrigin)}>`),
  );
}

/** Links that preload every script of the first screen but the shell's entry, in the order in which they run. */
export function preloadTags(
  shell: ArtifactManifest,
  owned: OwnedRoute | undefined,
  language: Language,
  assetOrigin: string,
): readonly string[] {
  return partsOnScreen(shell, owned).flatMap((part) => {
    const entry = part.name === shell.name ? [] : [part.entry];
    const page = owned?.manifest === part ? (part.pages[owned.route.page] ?? []) : [];
    const files = new Set([...entry, ...initialScripts(part), ...page, ...part.locales[language]]);
    return [...files].map((file) => `<link rel="modulepreload" ${checkedFile(part, 'href', file, assetOrigin)}>`);
  });
}

/** The locale of a page that search engines index; undefined for any other page. */
export function indexedLocale({ index }: RouteDeclaration, { locale, language }: Visitor): string | undefined {
  return index && [locale, language, ...index.locales].find((wanted) => index.locales.includes(wanted));
}

/** "fr-ca" -> "fr-CA". */
function languageTag(locale: string): string {
  const [letters = '', region] = locale.split('-');
  return region === undefined ? letters : `${letters}-${region.toUpperCase()}`;
}

/**
 * The tags for search engines: for an indexed page its description and, if the portal knows its own origin, its canonical address and those
 * in other languages; for any other page "noindex".
 */
export function indexTags(owned: OwnedRoute | undefined, visitor: Visitor, origin?: string): readonly string[] {
  const description = (text: string) => `<meta name="description" content="${escapeHtml(text)}">`;
  const current = owned && indexedLocale(owned.route, visitor);
  if (!owned?.route.index || current === undefined)
    return [description(DESCRIPTION[visitor.language]), '<meta name="robots" content="noindex">'];
  const { index, path: ownPath } = owned.route;
  const described = description(declaredText(owned.manifest, index.description, visitor.language));
  // Search engines do not follow relative ones.
  if (origin === undefined) return [described];
  const link = (attributes: string, locale: string) =>
    `<link ${attributes} href="${escapeHtml(`${origin}${index.path ?? ownPath}?locale=${locale}`)}">`;
  const [first = current] = index.locales;
  return [
    described,
    link('rel="canonical"', current),
    ...index.locales.map((locale) => link(`rel="alternate" hreflang="${languageTag(locale)}"`, locale)),
    // For all other languages; an address without "locale" is canonical in no language.
    link('rel="alternate" hreflang="x-default"', index.locales.includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : first),
  ];
}
