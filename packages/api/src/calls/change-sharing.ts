import { CallError } from '@portal/session';
import { hubPath } from '../hub.ts';
import type { Hub } from '../hub.ts';
import { send } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';

const OPERATION = 'PUT hubs/{serial}+{partNumber}/settings';

/**
 * Shares a hub or stops sharing it; only owners may do this.
 * @throws {CallError} `refused` without any call when the serial is not numeric (specification, section 5).
 */
export async function changeSharing({
  serial,
  partNumber,
  sharing,
}: Pick<Hub, 'serial' | 'partNumber' | 'sharing'>): Promise<void> {
  if (!/^[0-9]+$/.test(serial)) throw new CallError(OPERATION, 'refused');
  await send(
    {
      method: 'PUT',
      path: `${hubPath(serial, partNumber)}/settings`,
      operation: OPERATION,
      body: { sharingMode: sharing },
    },
    DoneResponseSchema,
  );
}
