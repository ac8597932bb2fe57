import type { Store } from '../store/store.ts';
import type { RequestResult } from './apply-request.ts';
import { applyRequest } from './apply-request.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import type { AwaitOptions, ServedResult } from './served-release.ts';
import { awaitServed } from './served-release.ts';

/** What a request did, and who serves it. Plain data. */
export interface ServedChange extends RequestResult {
  /** Null if no web server is known, or nothing was released. */
  readonly served: ServedResult | null;
}

/**
 * Carries a request out as `applyRequest` does, then waits until the web servers at these metrics addresses serve the release.
 * @throws as `applyRequest`; once the release is live, what web servers lack is a warning.
 */
export async function applyAndAwait(
  store: Store,
  request: ReleaseRequest,
  metricsUrls: readonly string[],
  options?: AwaitOptions,
): Promise<ServedChange> {
  const result = await applyRequest(store, request);
  const { release, outcome, warnings } = result;
  const wasReleased = outcome !== 'unchanged' && (outcome === 'released' || result.changes.length > 0);
  if (!release || !wasReleased || metricsUrls.length === 0) return { ...result, served: null };
  const served = await awaitServed(store, metricsUrls, release.number, options);
  return { ...result, warnings: [...warnings, ...served.warnings], served };
}
