import { hubPath } from '../hub.ts';
import type { HubId } from '../hub.ts';
import { send } from '../transport.ts';
import { HubReleaseResponseSchema } from '../wire.ts';

/**
 * Removes a hub from its owner's account and from its guests'; only owners may do this. It cannot be undone.
 * @throws {CallError} `malformed` also for an answer without `data` (specification, section 7).
 */
export async function releaseHub(hub: HubId): Promise<void> {
  await send(
    {
      method: 'DELETE',
      path: `${hubPath(hub)}/authorization`,
      operation: 'DELETE hubs/{serial}+{partNumber}/authorization',
    },
    HubReleaseResponseSchema,
  );
}
