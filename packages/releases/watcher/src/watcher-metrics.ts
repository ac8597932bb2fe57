import { Gauge, Registry } from 'prom-client';
import type { Watcher } from './watcher.ts';

/**
 * The metrics that a server has because of its watcher. The web server's have the same name, so that one alarm is for
 * all.
 */
export function watcherMetrics(watcher: Promise<Pick<Watcher, 'isStoreReadable'>>): Registry {
  const registry = new Registry();
  const readable = new Gauge({
    name: 'portal_store_readable',
    help: 'Whether the store could be read at the last look.',
    registers: [],
    async collect() {
      this.set((await watcher).isStoreReadable() ? 1 : 0);
    },
  });
  registry.registerMetric(readable);
  return registry;
}
