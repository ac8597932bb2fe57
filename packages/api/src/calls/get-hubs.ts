import { toHub } from '../hub.ts';
import type { Hub } from '../hub.ts';
import { send } from '../transport.ts';
import { HubsResponseSchema } from '../wire.ts';

/** The hubs of the signed-in user. @throws {CallError} */
export async function getHubs(): Promise<Hub[]> {
  const { data } = await send({ method: 'GET', path: 'hubs' }, HubsResponseSchema);
  return data.map(toHub);
}
