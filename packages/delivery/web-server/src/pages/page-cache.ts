import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PortalConfig } from '@portal/contract/config';
import { BoundedCache } from '../http/bounded-cache.ts';
import type { Encoded } from '../http/compressed.ts';
import { Compressed, COPIES } from '../http/compressed.ts';
import { CAN_MAKE_DELTAS } from '../files/deltas.ts';
import type { Deltas, Dictionary } from '../files/deltas.ts';
import { offeredDictionary } from '../http/negotiate.ts';
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

interface PageCacheOptions {
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

/** Limit for the pages that browsers may have from before. */
const DICTIONARIES_BYTES = 16 * 1024 * 1024;
/** For how long a browser may use a page as a dictionary, in seconds: 30 days. */
const AGE_SECONDS = 30 * 24 * 60 * 60;
/**
 * Whether the browser is a Chromium. It keeps no dictionary that must not be used stale, and asks for a page at every load all the same; Firefox
 * would show the stale page.
 */
const isChromium = (headers: IncomingHttpHeaders) => /"Chromium";/.test(String(headers['sec-ch-ua']));

/** The headers with which a browser keeps a page. */
export const AS_DICTIONARY = {
  'cache-control': `private, max-age=0, stale-while-revalidate=${String(AGE_SECONDS)}`,
  'use-as-dictionary': 'match="/*", match-dest=("document")',
} as const;

/** Sends pages as deltas to browsers that have one from before, of any route or release. */
export class PageDictionaries {
  readonly #deltas: Deltas;
  readonly kept = new BoundedCache<Uint8Array>(DICTIONARIES_BYTES);

  constructor(deltas: Deltas) {
    this.#deltas = deltas;
  }

  /** Whether the browser keeps a page for the next one, whichever that is: all pages have much in common. Then so does this server. */
  keep({ hash, content }: ServedPage, headers: IncomingHttpHeaders): boolean {
    if (!CAN_MAKE_DELTAS || !isChromium(headers)) return false;
    if (!this.kept.get(hash)) this.kept.set(hash, content.bytes, content.bytes.length);
    return true;
  }

  /** The answer `plain`, or a smaller one for a browser that has an older page. */
  smaller(page: ServedPage, headers: IncomingHttpHeaders, plain: Promise<Encoded>): Promise<Encoded> {
    const dictionary = this.#offeredBy(headers);
    return dictionary ? this.#deltas.smaller(page, dictionary, plain) : plain;
  }

  #offeredBy(headers: IncomingHttpHeaders): Dictionary | undefined {
    const hash = offeredDictionary(headers);
    const bytes = hash === undefined ? undefined : this.kept.get(hash);
    return hash !== undefined && bytes ? { hash, read: async () => bytes } : undefined;
  }
}
