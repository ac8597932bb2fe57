import { DoneResponseSchema, HubSettingsRequestSchema } from '@portal/api/wire';
import { hubs } from '../database/schema.ts';
import { callerIn } from './caller.ts';
import { HUB_PATH, HubPathSchema, isHub, requireOwner } from './hub-role.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

const schema = {
  summary: 'Share a hub or stop sharing it (owners only)',
  params: HubPathSchema,
  body: HubSettingsRequestSchema,
  response: { 200: DoneResponseSchema },
};

/**
 * `PUT hubs/{serial}+{partNumber}/settings`. 404 for a hub that does not exist, 403 for users who do not own it
 * (section 6).
 */
export function changeSharing(app: ApiScope, { db }: Services): void {
  app.put(`${HUB_PATH}/settings`, { schema }, async (request) => {
    const { sharingMode } = request.body;
    const { id } = await callerIn(db, request);
    await requireOwner(db, request.params, id);
    await db.update(hubs).set({ sharingMode }).where(isHub(request.params));
    return { data: { sharingMode } };
  });
}
