import { ChunkLoadError } from '@portal/contract/failure';
import type { BundlerRequire } from './bundler.ts';

/**
 * Makes a chunk that does not load reject with its file name, because the browsers' messages for a failed `import()`
 * differ. A `TypeError` here always means a failed fetch, because a chunk runs no code of the part while it loads.
 */
export function nameFailedChunks({ f, u }: Pick<BundlerRequire, 'f' | 'u'>): void {
  const load = f.j;
  f.j = (chunk, promises) => {
    const loading: Promise<unknown>[] = [];
    load(chunk, loading);
    for (const loaded of loading)
      promises.push(
        loaded.catch((error: unknown) => {
          throw error instanceof TypeError ? new ChunkLoadError(u(chunk), error) : error;
        }),
      );
  };
}
