import type { Call } from '@portal/session/http';
import * as v from 'valibot';
import { HubListSchema } from '../hub.ts';
import type { Hub } from '../hub.ts';
import { peek, send } from '../transport.ts';
import { HubsResponseSchema } from '../wire.ts';

const HubsAnswerSchema = v.object({ ...HubsResponseSchema.entries, data: HubListSchema });

const CALL: Call = { method: 'GET', path: 'hubs' };

/** The hubs of the signed-in user. @throws {CallError} */
export async function getHubs(): Promise<Hub[]> {
  return (await send(CALL, HubsAnswerSchema)).data;
}

/**
 * The same if the page has read them before it runs, for its first rendering. Call `getHubs` nevertheless: it ends
 * that.
 */
export function peekHubs(): Hub[] | undefined {
  return peek(CALL, HubsAnswerSchema)?.data;
}
