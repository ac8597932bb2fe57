import type { IncomingHttpHeaders } from 'node:http';
import { BoundedCache } from '../http/bounded-cache.ts';
import type { Encoded } from '../http/compressed.ts';
import { CAN_MAKE_DELTAS } from '../files/deltas.ts';
import type { Deltas, Dictionary } from '../files/deltas.ts';
import { offeredDictionary } from '../http/negotiate.ts';
import type { ServedPage } from './page-cache.ts';

/** Limit for the pages that browsers may have from before. */
const KEPT_BYTES = 16 * 1024 * 1024;
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
  readonly kept = new BoundedCache<Uint8Array>(KEPT_BYTES);

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
    return this.#deltas.smaller(page, this.#offeredBy(headers), plain);
  }

  #offeredBy(headers: IncomingHttpHeaders): Dictionary | undefined {
    const hash = offeredDictionary(headers);
    const bytes = hash === undefined ? undefined : this.kept.get(hash);
    return hash !== undefined && bytes ? { hash, read: async () => bytes } : undefined;
  }
}
