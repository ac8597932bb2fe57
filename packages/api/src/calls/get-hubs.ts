import * as v from 'valibot';
import { HubListSchema } from '../hub.ts';
import type { Hub } from '../hub.ts';
import { send } from '../transport.ts';
import { HubsResponseSchema } from '../wire.ts';

const HubsAnswerSchema = v.object({ ...HubsResponseSchema.entries, data: HubListSchema });

/** The hubs of the signed-in user. @throws {CallError} */
export async function getHubs(): Promise<Hub[]> {
  return (await send({ method: 'GET', path: 'hubs' }, HubsAnswerSchema)).data;
}
