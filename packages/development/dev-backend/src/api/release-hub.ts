import { HubReleaseResponseSchema } from '@portal/api/wire';
import { releaseOwnedHub } from '../database/release-hub.ts';
import { callerIn } from './caller.ts';
import { HUB_PATH, HubPathSchema, requireOwner } from './hub-role.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = {
  summary: "Release a hub: remove it from the owner's account and its guests' (owners only)",
  params: HubPathSchema,
  response: { 200: HubReleaseResponseSchema },
};

/**
 * `DELETE hubs/{serial}+{partNumber}/authorization`. 404 for a hub that does not exist, 403 for users who do not own it
 * (section 6).
 */
export function releaseHub(app: ApiScope, { db }: Services): void {
  app.delete(`${HUB_PATH}/authorization`, { schema }, async (request) => {
    const { serial, partNumber } = request.params;
    const { id: ownerId } = await callerIn(db, request);
    await requireOwner(db, request.params, ownerId);
    const isReleased = await releaseOwnedHub(db, { serial, partNumber, ownerId }, 'owner');
    if (!isReleased) throw new Refusal(404, 'HUB_NOT_FOUND');
    return { data: { serial, partNumber } };
  });
}
