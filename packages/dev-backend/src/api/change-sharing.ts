import { HubSettingsAnswerSchema, HubSettingsRequestSchema } from '@portal/api/wire';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../database/open-database.ts';
import { hubHolders, hubs } from '../database/schema.ts';
import { callerOf } from './caller.ts';
import { Refusal } from './refusal.ts';
import type { ApiScope } from './valibot-schemas.ts';

const schema = {
  summary: 'Share a hub or stop sharing it (owners only)',
  params: v.object({ serial: v.string(), partNumber: v.string() }),
  body: HubSettingsRequestSchema,
  response: { 200: HubSettingsAnswerSchema },
};

/** `PUT hubs/{serial}+{partNumber}/settings`. 404 for a hub that does not exist, 403 for whoever does not own it (section 6). */
export function changeSharing(app: ApiScope, db: Database): void {
  app.put('/hubs/:serial(^[^+]+)+:partNumber/settings', { schema }, async (request) => {
    const { serial, partNumber } = request.params;
    const { sharingMode } = request.body;
    const isHub = and(eq(hubs.serial, serial), eq(hubs.partNumber, partNumber));
    const held = and(
      eq(hubHolders.serial, hubs.serial),
      eq(hubHolders.partNumber, hubs.partNumber),
      eq(hubHolders.accountId, callerOf(request).id),
    );
    const [hub] = await db.select({ role: hubHolders.role }).from(hubs).leftJoin(hubHolders, held).where(isHub);
    if (!hub) throw new Refusal(404, 'HUB_NOT_FOUND');
    if (hub.role !== 'owner') throw new Refusal(403, 'NOT_THE_OWNER');
    await db.update(hubs).set({ sharingMode }).where(isHub);
    return { data: { sharingMode } };
  });
}
