import { HubsResponseSchema } from '@portal/api/wire';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { hubHolders, hubs } from '../database/schema.ts';
import { callerIn } from './caller.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/** The hubs of an account as answers have them, the latest activation first. */
export async function readHubs(db: Database, accountId: string) {
  const rows = await db
    .select({ hub: hubs, role: hubHolders.role })
    .from(hubHolders)
    .innerJoin(hubs, and(eq(hubs.serial, hubHolders.serial), eq(hubs.partNumber, hubHolders.partNumber)))
    .where(eq(hubHolders.accountId, accountId))
    .orderBy(desc(hubs.activatedAt), asc(hubs.serial));
  return rows.map(({ hub: { activatedAt, ...hub }, role }) => ({
    ...hub,
    activationTime: activatedAt.toISOString(),
    role,
  }));
}

/** `GET hubs`: the caller's hubs. The firmware is for staff. */
export function getHubs(app: ApiScope, { db }: Services): void {
  const schema = { summary: 'The hubs of the signed-in user', response: { 200: HubsResponseSchema } };
  app.get('/hubs', { schema }, async (request) => {
    const { id } = await callerIn(db, request);
    return { data: (await readHubs(db, id)).map(({ firmware: _firmware, ...hub }) => hub) };
  });
}
