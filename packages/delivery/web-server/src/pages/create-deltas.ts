import type { ServerLog } from '@portal/node-kit/server-log';
import type { Store } from '@portal/release/store';
import type { Registry } from 'prom-client';
import type { Assets } from '../files/assets.ts';
import { BEST_BROTLI_QUALITY } from '../files/assets.ts';
import type { CacheSize } from '../http/bounded-cache.ts';
import { Deltas } from '../files/deltas.ts';
import { PageDictionaries } from './answer-page.ts';
import { Dictionaries } from '../releases/dictionaries.ts';
import { registerDeltaMetrics } from '../metrics.ts';

/** The deltas of a release's files, from ten versions before, are a few hundred small ones. */
const FILES = { mostBytes: 16 * 1024 * 1024, mostAtOnce: 8 } as const;
/** Visitors wait while they are made. Strangers can ask for many, which must not take all threads. */
const PAGES = { mostBytes: 8 * 1024 * 1024, mostAtOnce: 2, quality: 5 } as const;

interface DeltaSenders {
  readonly dictionaries: Dictionaries;
  readonly pageDictionaries: PageDictionaries;
  /** What is in memory, by the names in the metrics. */
  readonly caches: Readonly<Record<'deltas' | 'page-deltas' | 'page-dictionaries', CacheSize>>;
}

/** What sends files and pages as deltas. */
export function createDeltas(options: {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: ServerLog;
  readonly registry: Registry;
  /** Of Brotli, 0 to 11. */
  readonly quality?: number | undefined;
}): DeltaSenders {
  const { store, assets, log, registry, quality = BEST_BROTLI_QUALITY } = options;
  const count = registerDeltaMetrics(registry);
  const files = new Deltas({ ...FILES, quality, onSent: (saved) => count('file', saved) });
  const pages = new Deltas({ ...PAGES, onSent: (saved) => count('page', saved) });
  const pageDictionaries = new PageDictionaries(pages);
  return {
    dictionaries: new Dictionaries({ store, assets, deltas: files, log }),
    pageDictionaries,
    caches: { deltas: files.cache, 'page-deltas': pages.cache, 'page-dictionaries': pageDictionaries.cache },
  };
}
