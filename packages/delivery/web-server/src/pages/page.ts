import type { PortalConfig } from '@portal/contract/config';
import { PREVIEW_ID, PAGE_DATA_ID, ROOT_ID, SPECULATION_RULES } from '@portal/contract/page-elements';
import { escapeHtml } from '@portal/node-kit/html';
import type { OwnedRoute } from '../releases/live-parts.ts';
import {
  entryTag,
  ICON_TAGS,
  indexedLocale,
  indexTags,
  preloadTags,
  styleTags,
  themeAttribute,
  themeTags,
} from './page-tags.ts';
import { declaredText, findRoute, isRestricted, NOT_FOUND_PATH } from '../releases/live-parts.ts';
import { scriptIntegrity, toPageData } from './page-data.ts';
import { BROWSER_CHECK } from './old-browser.ts';
import { renderFrame } from './frame.ts';
import type { Prerendered } from './prerendered-page.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { BANNER_STYLE, previewBanner } from './preview-banner.ts';
import { NO_SCRIPT, PRODUCT } from './texts.ts';
import type { Visitor } from './visitor.ts';
import type { VisitorView } from '../releases/visitor-view.ts';

/** The element for the page's style sheets: a template keeps links inert until the script after it attaches them. */
function inertStyles(links: readonly string[]): readonly string[] {
  return ['<template>', ...links, '</template>'];
}

/**
 * Inline script after the template with the page's style sheets: attaches them. Links from a script hold back neither the painting nor
 * the shell's start, however late they are; the parser's own links do. A link that fails is removed, so every link of the page is
 * loading or applies.
 */
const ATTACH_STYLES =
  '{const t=document.currentScript.previousElementSibling,s=document.importNode(t.content,true);' +
  'for(const l of s.children)l.addEventListener("error",()=>{window.__lacksStyles=true;l.remove()});t.replaceWith(s)}';

/** JSON for a script element: without "<", so without "</script" and "<!--". */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** The page chosen for a path. Pages with the same `key` have the same bytes for the same visitor. */
interface PageChoice {
  readonly status: 200 | 404;
  readonly key: string;
  /** The route to show and preload; undefined if no part declares it. */
  readonly owned: OwnedRoute | undefined;
  /** The parts that the page begins with: of this route, and of one that sends the visitor here. */
  readonly parts: readonly string[];
  /** Whether the path belongs to a part for some accounts, which the page gets once it knows the account. */
  readonly isRestricted?: boolean;
}

/** The same with what the page shows before it runs. */
export interface PrerenderedChoice extends PageChoice {
  readonly prerendered?: Prerendered | undefined;
}

interface RenderedPage {
  readonly html: string;
  /** The Content-Security-Policy that belongs to exactly these bytes. */
  readonly policy: string;
}

/** Signed-out visitors of a protected route are sent here. */
const SIGN_IN_PATH = '/login';

/** The addresses that lead somebody who is signed in to the hubs (specification, section 2). The shell does so, too. */
const LEADING_HOME: ReadonlySet<string> = new Set(['/', '/loggedin']);
const HOME_PATH = '/settings';

/** Where the visitor is led from an address, so that the first page is that with the hubs; undefined for any other. */
export function homeFrom(
  { release }: VisitorView,
  pathname: string,
  query: string,
  { signedIn }: Visitor,
  { features }: PortalConfig,
): string | undefined {
  if (!signedIn || query !== '' || !LEADING_HOME.has(pathname)) return undefined;
  return findRoute(release, HOME_PATH, features) && HOME_PATH;
}

/** Chooses the page of a path in the live release; a path that no part declares gets the 404 page. */
export function choosePage(
  { release }: VisitorView,
  pathname: string,
  visitor: Visitor,
  { features }: PortalConfig,
): PageChoice {
  const claimed = findRoute(release, pathname, features);
  if (!claimed && isRestricted(release, pathname, features)) {
    const owned = visitor.signedIn ? undefined : findRoute(release, SIGN_IN_PATH, features);
    const parts = owned ? [owned.manifest.name] : [];
    return { status: 200, key: `restricted ${owned?.route.path ?? ''}`, owned, parts, isRestricted: true };
  }
  if (!claimed) {
    return { status: 404, key: NOT_FOUND_PATH, owned: findRoute(release, NOT_FOUND_PATH, features), parts: [] };
  }
  // The shell would leave the protected page at once, so neither show nor load it.
  const leadsToSignIn = claimed.route.access !== 'open' && !visitor.signedIn;
  const owned = leadsToSignIn ? (findRoute(release, SIGN_IN_PATH, features) ?? claimed) : claimed;
  const parts = [claimed.manifest.name, owned.manifest.name];
  return {
    status: 200,
    key: `${claimed.manifest.name} ${owned.route.path} ${indexedLocale(owned.route, visitor) ?? ''}`,
    owned,
    parts,
  };
}

/** Renders a page. The order of its elements matters; see the comments. `assetOrigin`: the origin of its files; empty for its own. */
export function renderPage(
  view: VisitorView,
  config: PortalConfig,
  visitor: Visitor,
  { owned, parts, prerendered, isRestricted: restricted = false }: PrerenderedChoice,
  assetOrigin: string,
): RenderedPage {
  const { release, frame } = view;
  const { language, theme } = visitor;
  const shell = release.shell.manifest;
  const data = toPageData(view, config, language, { parts, isRestricted: restricted });
  const apiOrigin = new URL(config.apiBaseUrl).origin;
  const { page, preview } = prerendered ?? {};
  const title = page?.title ?? (owned ? declaredText(owned.manifest, owned.route.title, language) : PRODUCT);
  // Without soft hyphens, because windows, bookmarks and search engines show them.
  const inWindow = title === PRODUCT ? PRODUCT : `${title.replaceAll('\u00AD', '')} – ${PRODUCT}`;
  const importMap = jsonForScript({ integrity: scriptIntegrity(release, owned, parts, assetOrigin) });
  const html = [
    '<!doctype html>',
    `<html lang="${language}"${themeAttribute(theme)}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...themeTags(theme),
    `<title>${escapeHtml(inWindow)}</title>`,
    ...indexTags(owned, visitor, config.publicOrigin),
    ...ICON_TAGS,
    `<link rel="preconnect" href="${escapeHtml(apiOrigin)}" crossorigin>`,
    // Before everything that an old browser may not understand.
    `<script>${BROWSER_CHECK}</script>`,
    // Before the first painting, which takes long on a slow device.
    `<script type="application/json" id="${PAGE_DATA_ID}">${jsonForScript(data)}</script>`,
    // After the data that it reads.
    `<script>${frame.script}</script>`,
    `<style>${frame.styles}</style>`,
    ...(view.preview ? [`<style>${BANNER_STYLE}</style>`] : []),
    // Before the first module: a later import map would not apply to it.
    `<script type="importmap">${importMap}</script>`,
    entryTag(shell, assetOrigin),
    '</head>',
    '<body>',
    ...(view.preview ? [previewBanner(view.preview, language)] : []),
    `<noscript><p class="page">${escapeHtml(NO_SCRIPT[language])}</p></noscript>`,
    `<div id="${ROOT_ID}">${renderFrame(frame, data.release.navigation.header, visitor, { owned, title, page })}</div>`,
    ...inertStyles(styleTags(shell, owned, assetOrigin)),
    `<script>${ATTACH_STYLES}</script>`,
    ...preloadTags(shell, owned, language, assetOrigin),
    // After the style sheets, which it waits for, and last, because what comes in a later packet is found late.
    ...(preview
      ? [
          `<script type="application/json" id="${PREVIEW_ID}">${jsonForScript(preview())}</script>`,
          `<script>${frame.fill}</script>`,
        ]
      : []),
    `<script type="speculationrules">${SPECULATION_RULES}</script>`,
    // For those who read a prerendered page without scripts.
    ...(page ? ['<noscript>', ...styleTags(shell, owned, assetOrigin), '</noscript>'] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return {
    html,
    policy: contentSecurityPolicy(
      {
        scripts: [
          importMap,
          BROWSER_CHECK,
          frame.script,
          ATTACH_STYLES,
          SPECULATION_RULES,
          ...(preview ? [frame.fill] : []),
        ],
        styles: [frame.styles, ...(page ? [page.styles] : []), ...(view.preview ? [BANNER_STYLE] : [])],
      },
      { apiOrigin, documentOrigins: config.documentOrigins, assetOrigin },
    ),
  };
}
