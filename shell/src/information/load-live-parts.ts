import type { LiveParts } from '@portal/contract/live-parts';
import { livePartsAddress, parseLiveParts } from '@portal/contract/live-parts';
import { DESCRIPTOR_LIMIT_MS } from '@portal/contract/time-limit';
import type { Portal } from '../portal.ts';

/**
 * The versions of the page's release, as far as they are for the visitor's roles; null if the web server does not tell
 * them.
 */
export async function loadLiveParts(
  { page: { release } }: Pick<Portal, 'page'>,
  roles: readonly string[],
): Promise<LiveParts | null> {
  const address = livePartsAddress(release.view, roles);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(DESCRIPTOR_LIMIT_MS) });
    if (!answer.ok) throw new Error(`${address} answered ${String(answer.status)}`);
    return parseLiveParts(await answer.json());
  } catch (error) {
    console.error('The versions of the parts could not be loaded.', error);
    return null;
  }
}
