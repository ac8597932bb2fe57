import type { Vital } from '@portal/contract/visits';
import type { LoaderEnvironment } from '@portal/federation/runtime';
import type { Portal } from '../portal.ts';
import { findRoute } from '../portal.ts';
import { whenIdle } from '../when-idle.ts';

/** The entries of which `web-vitals` makes the vitals. */
const ENTRY_TYPES = ['largest-contentful-paint', 'event', 'layout-shift'];

/** Whether the browser measures any vital; without, their code is not even loaded. */
function measuresVitals(): boolean {
  if (typeof PerformanceObserver === 'undefined') return false;
  return ENTRY_TYPES.some((type) => PerformanceObserver.supportedEntryTypes.includes(type));
}

const loadCollector = () => import(/* webpackChunkName: "vitals" */ './collect-vitals.ts');

/**
 * Reports LCP, INP and CLS of this visit for the part that owns the first route, each once: it painted the first
 * screen, and mostly is where a person stays. `load` is replaced in tests.
 */
export function measureVitals(
  portal: Pick<Portal, 'page' | 'parts' | 'loader'>,
  report: LoaderEnvironment['report'],
  load: () => Promise<{ collectVitals(felt: (vital: Vital, value: number) => void): void }> = loadCollector,
): void {
  const { shell } = portal.page.release;
  const part = findRoute(portal, window.location.pathname)?.declaration.name ?? 'shell';
  const versionNow = () => portal.loader.loaded().find(({ name }) => name === part)?.module.version;
  const felt = new Set<Vital>();
  if (!measuresVitals()) return;
  whenIdle(() => {
    load()
      .then(({ collectVitals }) =>
        collectVitals((vital, value) => {
          if (felt.has(vital)) return;
          felt.add(vital);
          // A fallback may have taken over.
          const version = part === 'shell' ? shell.version : (versionNow() ?? portal.parts.remote(part)?.version ?? '');
          report({ part, version, vital, value });
        }),
      )
      .catch(() => undefined); // nothing depends on the figures, and the loader reports nothing of the shell's chunks
  });
}
