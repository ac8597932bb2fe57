import { hubPath } from '../hub.ts';
import type { HubId } from '../hub.ts';
import { send } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';

/**
 * Asks the owner by e-mail to release a hub; only guests may do this. The GET changes something. @throws {CallError}
 */
export async function requestHubRelease(hub: HubId): Promise<void> {
  await send(
    {
      method: 'GET',
      path: `${hubPath(hub)}/release`,
      operation: 'GET hubs/{serial}+{partNumber}/release',
      changes: true,
    },
    DoneResponseSchema,
  );
}
