import { createHash } from 'node:crypto';
import type { PortalConfig } from '@portal/contract/config';
import { Compressed } from './compressed.ts';
import type { LiveRelease, PageChoice } from './page.ts';
import { renderPage } from './page.ts';
import type { Visitor } from './visitor.ts';

/** A page is compressed once for each release, route, language and kind of visitor, while somebody waits for it. */
const BROTLI_QUALITY = 9;

export interface ServedPage {
  readonly content: Compressed;
  readonly policy: string;
  /** Entity tag of the page. */
  readonly tag: string;
}

/** The pages of the live release, rendered when first asked for: as many as there are routes, languages and kinds of visitor. */
export class PageCache {
  readonly #config: PortalConfig;
  #live: LiveRelease | undefined;
  #pages = new Map<string, ServedPage>();

  constructor(config: PortalConfig) {
    this.#config = config;
  }

  page(live: LiveRelease, choice: PageChoice, visitor: Visitor): ServedPage {
    if (live !== this.#live) {
      this.#live = live;
      this.#pages = new Map();
    }
    const key = `${choice.key} ${visitor.language} ${String(visitor.signedIn)}`;
    const page = this.#pages.get(key) ?? this.#render(live, choice, visitor);
    this.#pages.set(key, page);
    return page;
  }

  #render(live: LiveRelease, choice: PageChoice, visitor: Visitor): ServedPage {
    const { html, policy } = renderPage(live, this.#config, visitor, choice);
    const tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    return { content: new Compressed(Buffer.from(html), BROTLI_QUALITY), policy, tag };
  }
}
