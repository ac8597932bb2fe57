import { createHash } from 'node:crypto';
import type { PortalConfig } from '@portal/contract/config';
import { BoundedCache } from './bounded-cache.ts';
import type { CacheSize } from './bounded-cache.ts';
import { Compressed, COPIES } from './compressed.ts';
import { FewValues } from '@portal/node-kit/few-values';
import type { SharedHeaders } from './http-response.ts';
import type { PaintedChoice } from './page.ts';
import { renderPage } from './page.ts';
import type { Visitor } from './visitor.ts';
import type { VisitorView } from './visitor-view.ts';

export interface ServedPage {
  readonly content: Compressed;
  /** SHA-256 in base64. */
  readonly hash: string;
  readonly policy: string;
  readonly tag: string;
  /** The headers of its answers, by what they depend on. */
  readonly headers: FewValues<SharedHeaders>;
}

/** A page that was found for a path. Others who ask alike get the same one. */
export interface FoundPage {
  /** Its key in the cache. */
  readonly key: string;
  readonly status: 200 | 404;
  readonly isIndexed: boolean;
}

/** Limit for all pages in memory; one not visited lately is rendered again. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Limit for what was found for paths: anybody can ask for any path. */
const FOUND_BYTES = 4 * 1024 * 1024;
/** How many different headers are kept for a page, and what they need at most, in bytes. */
const MOST_HEADERS = 12;
const HEADERS_BYTES = MOST_HEADERS * 4096;

/** All that the page at a path depends on: each field of the visitor. */
export function foundKey({ id }: VisitorView, pathname: string, visitor: Visitor): string {
  const { language, theme, signedIn, isAmbiguous, isSecure, isWebKit, ownFiles, locale } = visitor;
  const flags = [signedIn, isAmbiguous, isSecure, isWebKit, ownFiles];
  return `${id} ${flags.reduce((bits, flag) => bits * 2 + Number(flag), 0)} ${language} ${theme} ${locale} ${pathname}`;
}

export interface PageCacheOptions {
  /** Of the CDN; empty for none. */
  readonly assetOrigin?: string;
  /** 0 to 11, the default: for what is as small as a page, it takes no longer than 9. */
  readonly brotliQuality?: number | undefined;
}

/** The rendered pages of each view: one for each route, painted page, first screen, language, theme, signed-in or signed-out visitor, and origin of the files. */
export class PageCache {
  readonly #config: PortalConfig;
  readonly #assetOrigin: string;
  readonly #brotliQuality: number;
  readonly kept = new BoundedCache<ServedPage>(KEPT_BYTES);
  readonly #found = new BoundedCache<FoundPage>(FOUND_BYTES);

  constructor(config: PortalConfig, { assetOrigin = '', brotliQuality = 11 }: PageCacheOptions = {}) {
    this.#config = config;
    this.#assetOrigin = assetOrigin;
    this.#brotliQuality = brotliQuality;
  }

  /** What is in memory, by the names in the metrics. */
  get caches(): Readonly<Record<'pages' | 'found-pages', CacheSize>> {
    return { pages: this.kept, 'found-pages': this.#found };
  }

  /** What was found for a path without a query, for a visitor of the same kind; undefined if it is no longer in memory. */
  known(view: VisitorView, pathname: string, visitor: Visitor): readonly [FoundPage, ServedPage] | undefined {
    const found = this.#found.get(foundKey(view, pathname, visitor));
    const page = found && this.kept.get(found.key);
    return page && [found, page];
  }

  /** Remembers what was found for a path without a query. */
  remember(view: VisitorView, pathname: string, visitor: Visitor, found: FoundPage): void {
    const key = foundKey(view, pathname, visitor);
    this.#found.set(key, found, (key.length + found.key.length) * 2);
  }

  /** The page, and its key. */
  page(view: VisitorView, choice: PaintedChoice, visitor: Visitor): readonly [key: string, ServedPage] {
    const assetOrigin = visitor.ownFiles ? '' : this.#assetOrigin;
    const key = `${view.id} ${choice.key} ${choice.painted?.key ?? ''} ${choice.firstScreen?.key ?? ''} ${visitor.language} ${String(visitor.signedIn)} ${visitor.theme} ${assetOrigin}`;
    const known = this.kept.get(key);
    if (known) return [key, known];
    const page = this.#render(view, choice, visitor, assetOrigin);
    this.kept.set(key, page, page.content.bytes.length * COPIES + HEADERS_BYTES);
    return [key, page];
  }

  /** Drops all pages: those of the views before a new release are not asked for again. */
  clear(): void {
    this.kept.clear();
    this.#found.clear();
  }

  #render(view: VisitorView, choice: PaintedChoice, visitor: Visitor, assetOrigin: string): ServedPage {
    const { html, policy } = renderPage(view, this.#config, visitor, choice, assetOrigin);
    const hash = createHash('sha256').update(html).digest('base64');
    const tag = `W/"${hash.slice(0, 22)}"`;
    const content = new Compressed(Buffer.from(html), this.#brotliQuality);
    return { content, hash, policy, tag, headers: new FewValues(MOST_HEADERS) };
  }
}
