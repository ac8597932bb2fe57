import { CallError } from '@portal/session';
import { hubPath } from '../hub.ts';
import type { HubId, Sharing } from '../hub.ts';
import { send } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';

const OPERATION = 'PUT hubs/{serial}+{partNumber}/settings';

/**
 * Shares a hub or stops sharing it; only owners may do this.
 * @throws {CallError} `refused` without any call when the serial is not numeric (specification, section 5).
 */
export async function changeSharing({ sharing, ...hub }: HubId & { readonly sharing: Sharing }): Promise<void> {
  if (!/^[0-9]+$/.test(hub.serial)) throw new CallError(OPERATION, 'refused');
  await send(
    {
      method: 'PUT',
      path: `${hubPath(hub)}/settings`,
      operation: OPERATION,
      body: { sharingMode: sharing },
    },
    DoneResponseSchema,
  );
}
