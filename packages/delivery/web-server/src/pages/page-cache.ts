import { createHash } from 'node:crypto';
import type { PortalConfig } from '@portal/contract/config';
import { BoundedCache } from '../http/bounded-cache.ts';
import { Compressed, COPIES } from '../http/compressed.ts';
import type { PrerenderedChoice } from './page.ts';
import { renderPage } from './page.ts';
import type { Visitor } from './visitor.ts';
import type { VisitorView } from '../releases/visitor-view.ts';

export interface ServedPage {
  readonly content: Compressed;
  /** SHA-256 in base64. */
  readonly hash: string;
  readonly policy: string;
  readonly tag: string;
}

/** Limit for all pages in memory; one not visited lately is rendered again. */
const KEPT_BYTES = 64 * 1024 * 1024;
export interface PageCacheOptions {
  /** Of the CDN; empty for none. */
  readonly assetOrigin?: string;
  /** 0 to 11, the default: for what is as small as a page, it takes no longer than 9. */
  readonly brotliQuality?: number | undefined;
}

/** The rendered pages of each view: one for each route, prerendered page, language, theme, signed-in or signed-out visitor, and origin of the files. */
export class PageCache {
  readonly #config: PortalConfig;
  readonly #assetOrigin: string;
  readonly #brotliQuality: number;
  readonly kept = new BoundedCache<ServedPage>(KEPT_BYTES);

  constructor(config: PortalConfig, { assetOrigin = '', brotliQuality = 11 }: PageCacheOptions = {}) {
    this.#config = config;
    this.#assetOrigin = assetOrigin;
    this.#brotliQuality = brotliQuality;
  }

  page(view: VisitorView, choice: PrerenderedChoice, visitor: Visitor): ServedPage {
    const assetOrigin = visitor.ownFiles ? '' : this.#assetOrigin;
    const key = `${view.id} ${choice.key} ${choice.prerendered?.key ?? ''} ${visitor.language} ${String(visitor.signedIn)} ${visitor.theme} ${assetOrigin}`;
    const known = this.kept.get(key);
    if (known) return known;
    const page = this.#render(view, choice, visitor, assetOrigin);
    this.kept.set(key, page, page.content.bytes.length * COPIES);
    return page;
  }

  /** Drops all pages: those of the views before a new release are not asked for again. */
  clear(): void {
    this.kept.clear();
  }

  #render(view: VisitorView, choice: PrerenderedChoice, visitor: Visitor, assetOrigin: string): ServedPage {
    const { html, policy } = renderPage(view, this.#config, visitor, choice, assetOrigin);
    const hash = createHash('sha256').update(html).digest('base64');
    const tag = `W/"${hash.slice(0, 22)}"`;
    const content = new Compressed(Buffer.from(html), this.#brotliQuality);
    return { content, hash, policy, tag };
  }
}
