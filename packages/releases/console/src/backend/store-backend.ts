import { directWriter } from '@portal/release/operations/release-writer';
import type { Store } from '@portal/release/store';
import type { Watcher, WatcherStatus } from '@portal/release-watcher/watcher';
import type { BackendOf } from './backend.ts';

/** How long a page waits for what web servers say just now, in milliseconds; it is useful without. */
const LOOK_LIMIT_MS = 1500;

/** What the watcher sees after a look, or before it if that takes too long. */
async function lookBriefly(watcher: Pick<Watcher, 'status' | 'look'>): Promise<WatcherStatus> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, LOOK_LIMIT_MS);
  });
  await Promise.race([watcher.look(), limit]);
  clearTimeout(timer);
  return watcher.status();
}

/** The console on the store itself, with a watcher in its process. Everybody who may sign in may do everything. */
export function storeBackend(
  store: Store,
  watcher: Pick<Watcher, 'status' | 'look'>,
  metricsUrls: readonly string[],
): BackendOf {
  const writer = directWriter(store, metricsUrls);
  const dryRun = () => directWriter(store.dryRun(), metricsUrls);
  return () => ({ store, writer, dryRun, watch: () => lookBriefly(watcher), service: undefined });
}
