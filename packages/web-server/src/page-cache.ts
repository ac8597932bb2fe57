import { createHash } from 'node:crypto';
import type { PortalConfig } from '@portal/contract/config';
import { Compressed } from './compressed.ts';
import type { PaintedChoice } from './page.ts';
import { renderPage } from './page.ts';
import type { Visitor } from './visitor.ts';
import type { VisitorView } from './visitor-view.ts';

/** Lower than for files, because a visitor waits while a page is compressed. */
const BROTLI_QUALITY = 9;

export interface ServedPage {
  readonly content: Compressed;
  readonly policy: string;
  readonly tag: string;
}

/** The rendered pages of each view: one for each route, painted document, language, theme, and signed-in or signed-out visitor. */
export class PageCache {
  readonly #config: PortalConfig;
  /** A WeakMap, so that the pages of a view are dropped with it. */
  readonly #pages = new WeakMap<VisitorView, Map<string, ServedPage>>();

  constructor(config: PortalConfig) {
    this.#config = config;
  }

  page(view: VisitorView, choice: PaintedChoice, visitor: Visitor): ServedPage {
    const pages = this.#pages.get(view) ?? new Map<string, ServedPage>();
    this.#pages.set(view, pages);
    const key = `${choice.key} ${choice.painted?.key ?? ''} ${visitor.language} ${String(visitor.signedIn)} ${visitor.theme}`;
    const page = pages.get(key) ?? this.#render(view, choice, visitor);
    pages.set(key, page);
    return page;
  }

  #render(view: VisitorView, choice: PaintedChoice, visitor: Visitor): ServedPage {
    const { html, policy } = renderPage(view, this.#config, visitor, choice);
    const tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    return { content: new Compressed(Buffer.from(html), BROTLI_QUALITY), policy, tag };
  }
}
