import { hubPath } from '../hub.ts';
import type { Hub } from '../hub.ts';
import { send } from '../transport.ts';
import { HubReleaseResponseSchema } from '../wire.ts';

/**
 * Removes a hub from its owner's account and from its guests'; only owners may do this. It cannot be undone.
 * @throws {CallError} `malformed` also for an answer without `data` (specification, section 7).
 */
export async function releaseHub({ serial, partNumber }: Pick<Hub, 'serial' | 'partNumber'>): Promise<void> {
  await send(
    {
      method: 'DELETE',
      path: `${hubPath(serial, partNumber)}/authorization`,
      operation: 'DELETE hubs/{serial}+{partNumber}/authorization',
    },
    HubReleaseResponseSchema,
  );
}
