import { hubPath } from '../hub.ts';
import type { Hub } from '../hub.ts';
import { send } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';

/** Asks the owner by e-mail to release a hub; only guests may do this. The GET changes something. @throws {CallError} */
export async function requestHubRelease({ serial, partNumber }: Pick<Hub, 'serial' | 'partNumber'>): Promise<void> {
  await send(
    {
      method: 'GET',
      path: `${hubPath(serial, partNumber)}/release`,
      operation: 'GET hubs/{serial}+{partNumber}/release',
      changes: true,
    },
    DoneResponseSchema,
  );
}
