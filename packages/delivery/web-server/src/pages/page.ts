import type { PortalConfig } from '@portal/contract/config';
import { PREVIEW_ID, PAGE_DATA_ID, ROOT_ID, SPECULATION_RULES } from '@portal/contract/page-elements';
import { escapeHtml } from '@portal/node-kit/html';
import { createHash } from 'node:crypto';
import {
  entryTag,
  ICON_TAGS,
  indexTags,
  preloadTags,
  renderFrame,
  styleTags,
  themeAttribute,
  themeTags,
  contentSecurityPolicy,
} from './page-markup.ts';
import type { VisitorView } from '../releases/views.ts';
import { declaredText, isOverridden } from '../releases/views.ts';
import { importMap, toPageData } from './page-data.ts';
import { BROWSER_CHECK } from './old-browser.ts';
import type { Prerendered } from './prerendered-page.ts';
import { BANNER_STYLE, previewBanner } from './preview-banner.ts';
import { NO_SCRIPT, PRODUCT } from './texts.ts';
import type { ResolvedPage, Visitor } from './page-request.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { Compressed, COPIES } from '../http/http-response.ts';

/** The element for the page's style sheets: a template keeps links inert until the script after it attaches them. */
function inertStyles(links: readonly string[]): readonly string[] {
  return ['<template>', ...links, '</template>'];
}

/**
 * Inline script after the template with the page's style sheets: attaches them. Links from a script hold back neither
 * the painting nor the shell's start, however late they are; the parser's own links do. A link that fails is removed,
 * so every link of the page is loading or applies. Only its events tell: one that failed has an empty sheet before.
 */
const ATTACH_STYLES =
  '{const t=document.currentScript.previousElementSibling,s=document.importNode(t.content,true);' +
  '(window.__styles=Promise.all([...s.children].map(l=>new Promise((y,n)=>{l.onload=y;l.onerror=()=>{l.remove();n()}}))))' +
  '.catch(()=>{});t.replaceWith(s)}';

/** JSON for a script element: without "<", so without "</script" and "<!--". */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** The same with what the page shows before it runs. */
interface PrerenderedPageContent extends ResolvedPage {
  readonly prerendered?: Prerendered | undefined;
}

interface RenderedPage {
  readonly html: string;
  /** The Content-Security-Policy that belongs to exactly these bytes. */
  readonly policy: string;
}

/**
 * Renders a page. The order of its elements matters; see the comments. `assetOrigin`: the origin of its files; empty
 * for its own.
 */
function renderPage(
  view: VisitorView,
  config: PortalConfig,
  visitor: Visitor,
  { owned, parts, prerendered, isRestricted: restricted = false }: PrerenderedPageContent,
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
  const imports = jsonForScript(importMap(view, owned, parts, assetOrigin));
  const ahead = isOverridden(view, owned) ? undefined : owned;
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
    // Before everything that an old browser may not understand.
    `<script>${BROWSER_CHECK}</script>`,
    // Before the first painting, which takes long on a slow device.
    `<script type="application/json" id="${PAGE_DATA_ID}">${jsonForScript(data)}</script>`,
    // After the data that it reads.
    `<script>${frame.script}</script>`,
    `<style>${frame.styles}</style>`,
    ...(view.preview ? [`<style>${BANNER_STYLE}</style>`] : []),
    // Before the first module: a later import map would not apply to it.
    `<script type="importmap">${imports}</script>`,
    entryTag(shell, assetOrigin),
    '</head>',
    '<body>',
    ...(view.preview ? [previewBanner(view.preview, language)] : []),
    `<noscript><p class="page">${escapeHtml(NO_SCRIPT[language])}</p></noscript>`,
    `<div id="${ROOT_ID}">${renderFrame(frame, data.release.navigation.header, visitor, { owned, title, page })}</div>`,
    ...inertStyles(styleTags(shell, owned, assetOrigin)),
    `<script>${ATTACH_STYLES}</script>`,
    ...preloadTags(shell, ahead, language, assetOrigin),
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
          imports,
          BROWSER_CHECK,
          frame.script,
          ATTACH_STYLES,
          SPECULATION_RULES,
          ...(preview ? [frame.fill] : []),
        ],
        styles: [frame.styles, ...(page ? [page.styles] : []), ...(view.preview ? [BANNER_STYLE] : [])],
      },
      {
        apiOrigin,
        documentOrigins: config.documentOrigins,
        assetOrigin,
        overrideOrigin: view.preview?.override?.origin,
      },
    ),
  };
}

interface ServedPage {
  readonly content: Compressed;
  /** SHA-256 in base64. */
  readonly hash: string;
  readonly policy: string;
  readonly tag: string;
}

/** Limit for all pages in memory; one not visited lately is rendered again. */
const KEPT_BYTES = 64 * 1024 * 1024;

interface PageCacheOptions {
  /** Of the CDN; empty for none. */
  readonly assetOrigin?: string;
  /** 0 to 11, the default: for what is as small as a page, it takes no longer than 9. */
  readonly brotliQuality?: number | undefined;
}

/**
 * The rendered pages of each view: one for each route, prerendered page, language, theme, signed-in or signed-out
 * visitor, and origin of the files.
 */
export class PageCache {
  readonly #config: PortalConfig;
  readonly #assetOrigin: string;
  readonly #brotliQuality: number;
  readonly cache = new BoundedCache<ServedPage>(KEPT_BYTES);

  constructor(config: PortalConfig, { assetOrigin = '', brotliQuality = 11 }: PageCacheOptions = {}) {
    this.#config = config;
    this.#assetOrigin = assetOrigin;
    this.#brotliQuality = brotliQuality;
  }

  getPage(view: VisitorView, choice: PrerenderedPageContent, visitor: Visitor): ServedPage {
    const assetOrigin = visitor.ownFiles ? '' : this.#assetOrigin;
    const key = `${view.id} ${choice.key} ${choice.prerendered?.key ?? ''} ${visitor.language} ${String(visitor.signedIn)} ${visitor.theme} ${assetOrigin}`;
    const known = this.cache.get(key);
    if (known) return known;
    const page = this.#render(view, choice, visitor, assetOrigin);
    this.cache.set(key, page, page.content.bytes.length * COPIES);
    return page;
  }

  /** Drops all pages: those of the views before a new release are not asked for again. */
  clear(): void {
    this.cache.clear();
  }

  #render(view: VisitorView, choice: PrerenderedPageContent, visitor: Visitor, assetOrigin: string): ServedPage {
    const { html, policy } = renderPage(view, this.#config, visitor, choice, assetOrigin);
    const hash = createHash('sha256').update(html).digest('base64');
    const tag = `W/"${hash.slice(0, 22)}"`;
    const content = new Compressed(Buffer.from(html), this.#brotliQuality);
    return { content, hash, policy, tag };
  }
}
