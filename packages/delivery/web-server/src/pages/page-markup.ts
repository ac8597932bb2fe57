import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Language } from '@portal/contract/language';
import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import type { Navigation } from '@portal/contract/page';
import { assetUrl, ASSETS_PATH, findSection } from '@portal/contract/paths';
import { MANIFEST_PATH } from '@portal/contract/web-server-paths';
import { escapeHtml } from '@portal/node-kit/html';
import type { Theme } from '@portal/contract/theme';
import { DEVICE_THEMES, themeColor } from '@portal/contract/theme';
import type { Frame } from '@portal/contract/frame';
import { NO_SKELETON } from '@portal/contract/frame';
import type { Markup } from '@portal/contract/markup';
import { expandMarkup } from '@portal/contract/markup';
import { PRERENDERED_PAGE_ID, CHECKED_SCRIPTS_POLICY, REPORTS_PATH } from '@portal/contract/page-elements';
import type { OwnedRoute } from '../releases/views.ts';
import { declaredText, initialScripts, NOT_FOUND_PATH } from '../releases/views.ts';
import { integrityOfFile } from './page-data.ts';
import { DESCRIPTION } from './texts.ts';
import type { Visitor } from './page-request.ts';
import { indexedLocale } from './page-request.ts';
import type { ShownPage } from './prerendered-page.ts';
import { createHash } from 'node:crypto';

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

/** "fr-ca" -> "fr-CA". */
function languageTag(locale: string): string {
  const [letters = '', region] = locale.split('-');
  return region === undefined ? letters : `${letters}-${region.toUpperCase()}`;
}

/**
 * The tags for search engines: for an indexed page its description and, if the portal knows its own origin, its
 * canonical address and those in other languages; for any other page "noindex".
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

/** Elements without content, which have no end tag. */
const VOID: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Writes expanded markup as HTML. Styles, which only the server adds, are not escaped; slots that nobody has filled are
 * left out.
 */
function toHtml(nodes: readonly Markup[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node);
      if ('slot' in node || 'by' in node) return '';
      const [tag, attributes, content] = node;
      const written = Object.entries(attributes).map(([name, text]) =>
        typeof text === 'string' ? ` ${name}="${escapeHtml(text)}"` : '',
      );
      const start = `<${tag}${written.join('')}>`;
      if (VOID.has(tag)) return start;
      return `${start}${tag === 'style' ? content.filter((each) => typeof each === 'string').join('') : toHtml(content)}</${tag}>`;
    })
    .join('');
}

/** The header items with the current section marked, as the shell's header renders them. */
function headerItems({ item }: Frame, header: Navigation['header'], { language }: Visitor, currentPath: string) {
  const section = findSection(
    header.map(({ path }) => path),
    currentPath,
  );
  return header.flatMap(({ path, text }) =>
    expandMarkup(item, {
      choices: { current: String(path === section) },
      texts: { 'link.path': path, label: text[language] },
    }),
  );
}

/** A prerendered page in the place of the skeleton, or, for browsers without scripts, before it. */
function pageNodes({ nodes, styles, unscripted, path }: ShownPage): readonly Markup[] {
  // The styles leave with the page, so that they never meet those of another version.
  const attributes = {
    id: PRERENDERED_PAGE_ID,
    class: 'prerendered',
    ...(path !== undefined && { 'data-path': path }),
  };
  const page: Markup = ['div', attributes, [['style', {}, [styles]], ...nodes()]];
  return unscripted ? [['noscript', {}, [page]]] : [page];
}

interface FrameContent {
  readonly owned: OwnedRoute | undefined;
  readonly title: string;
  readonly page: ShownPage | undefined;
}

/** The header and skeleton of a route, or its prerendered page, shown until the shell renders. */
export function renderFrame(
  frame: Frame,
  links: Navigation['header'],
  visitor: Visitor,
  { owned, title, page }: FrameContent,
): string {
  const { language, signedIn } = visitor;
  const skeleton = page?.unscripted === false ? NO_SKELETON : (owned?.route.skeleton ?? 'message');
  return toHtml(
    expandMarkup(frame.page[language], {
      choices: { signedIn: String(signedIn), skeleton },
      texts: { title },
      nodes: {
        items: headerItems(frame, links, visitor, owned?.route.path ?? NOT_FOUND_PATH),
        page: page ? pageNodes(page) : [],
      },
    }),
  );
}

/** The inline contents of a page that its Content Security Policy has to allow. */
interface InlineContents {
  /** Texts of the script elements that run, and of the import map. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

function hashes(texts: readonly string[]): string {
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

/** Where a page takes from what is neither inline nor its own. */
interface PageOrigins {
  readonly apiOrigin: string;
  readonly documentOrigins?: readonly string[] | undefined;
  /** The origin of its files; empty for its own. */
  readonly assetOrigin?: string | undefined;
  /** The origin of a development server, for a page that takes a part from there. */
  readonly overrideOrigin?: string | undefined;
}

/**
 * The page's Content-Security-Policy. It allows scripts of the origin of its files (the import map checks their hashes)
 * and these inline texts, calls to the own origin and the API, and documents also from the configured origins. A CDN
 * may have files of others: of its origin, only the files of parts count.
 */
export function contentSecurityPolicy(
  { scripts, styles }: InlineContents,
  { apiOrigin, documentOrigins = [], assetOrigin = '', overrideOrigin }: PageOrigins,
): string {
  const cdn = assetOrigin === '' ? [] : [`${assetOrigin}${ASSETS_PATH}`];
  const further = overrideOrigin === undefined ? [] : [overrideOrigin];
  const files = [...cdn, ...further];
  const fileSource = [...(cdn.length === 0 ? ["'self'"] : cdn), ...further].join(' ');
  return [
    "default-src 'none'",
    `script-src ${fileSource} ${hashes(scripts)}`,
    `style-src ${fileSource} ${hashes(styles)}`,
    ["img-src 'self' data:", ...files].join(' '),
    `font-src ${fileSource}`,
    "manifest-src 'self'",
    [...new Set(["connect-src 'self'", apiOrigin, ...documentOrigins, ...files])].join(' '),
    ["frame-src 'self'", ...documentOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // No text becomes code but through the shell's own policy, which accepts the addresses of scripts with a hash, and
    // nothing else.
    `${TRUSTED_TYPES} ${CHECKED_SCRIPTS_POLICY}`,
  ].join('; ');
}

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types";

/** Policy of a page without code, with this inline style. */
export function barePolicy(style: string): string {
  return `default-src 'none'; style-src ${hashes([style])}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${TRUSTED_TYPES} 'none'`;
}

/** Name of the endpoint that violations are reported to. */
const ENDPOINT = 'reports';

/**
 * Headers of every page with this policy, whatever its status. Browsers report what breaks it: by `report-to` over
 * https only, because the Reporting API accepts no other endpoint; by `report-uri` where they know nothing else.
 * Scripts without a hash are refused, but not by WebKit: it takes a module that another one imports for one without,
 * although it checks the hash in the import map later. Nor in a page that takes a part from a development server, whose
 * hashes nobody knows: what has a hash keeps it there.
 */
export function pageSecurityHeaders(
  policy: string,
  { isSecure, isWebKit }: Pick<Visitor, 'isSecure' | 'isWebKit'>,
  hasOverride = false,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${policy}; report-uri ${REPORTS_PATH}${isSecure ? `; report-to ${ENDPOINT}` : ''}`,
    ...(!isWebKit &&
      !hasOverride && {
        'integrity-policy': `blocked-destinations=(script)${isSecure ? `, endpoints=(${ENDPOINT})` : ''}`,
      }),
    ...(isSecure && { 'reporting-endpoints': `${ENDPOINT}="${REPORTS_PATH}"` }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
      'microphone=(), midi=(), payment=(), usb=()',
  };
}
