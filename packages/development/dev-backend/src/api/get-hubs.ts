import { HubsResponseSchema } from '@portal/api/wire';
import { and, asc, desc, eq } from 'drizzle-orm';
import { hubHolders, hubs } from '../database/schema.ts';
import { callerIn } from './caller.ts';
import type { ApiScope } from '@portal/node-kit/api-scope';
import type { Parts } from '../parts.ts';

/** `GET hubs`: the caller's hubs, the latest activation first. */
export function getHubs(app: ApiScope, { db }: Parts): void {
  const schema = { summary: 'The hubs of the signed-in user', response: { 200: HubsResponseSchema } };
  app.get('/hubs', { schema }, async (request) => {
    const { id } = await callerIn(db, request);
    const rows = await db
      .select({ hub: hubs, role: hubHolders.role })
      .from(hubHolders)
      .innerJoin(hubs, and(eq(hubs.serial, hubHolders.serial), eq(hubs.partNumber, hubHolders.partNumber)))
      .where(eq(hubHolders.accountId, id))
      .orderBy(desc(hubs.activatedAt), asc(hubs.serial));
    return {
      data: rows.map(({ hub: { serial, partNumber, type, activatedAt, sharingMode }, role }) => ({
        serial,
        partNumber,
        activationTime: activatedAt.toISOString(),
        sharingMode,
        type,
        role,
      })),
    };
  });
}
