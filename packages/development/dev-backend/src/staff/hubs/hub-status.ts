import { HUB_TYPES } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { HubStatusQuerySchema, HubStatusResponseSchema } from '@portal/staff-api/wire';
import type { HUB_STATUSES } from '@portal/staff-api/wire';
import { and, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Database } from '../../database/open-database.ts';
import { deliveredHubs, hubs } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import type { Services } from '../../services.ts';

type HubQuery = v.InferOutput<typeof HubStatusQuerySchema>;

/** A hub v1 has a serial that no other hub v1 has. */
const [HUB_V1] = HUB_TYPES;

async function readStatus(
  db: Database,
  { serial, partNumber }: HubQuery,
): Promise<{ readonly status: (typeof HUB_STATUSES)[number]; readonly partNumber: string | null }> {
  const named = partNumber === undefined ? eq(deliveredHubs.type, HUB_V1) : eq(deliveredHubs.partNumber, partNumber);
  const isActivated = and(eq(hubs.serial, deliveredHubs.serial), eq(hubs.partNumber, deliveredHubs.partNumber));
  const [found] = await db
    .select({ partNumber: deliveredHubs.partNumber, activated: hubs.serial })
    .from(deliveredHubs)
    .leftJoin(hubs, isActivated)
    .where(and(eq(deliveredHubs.serial, serial), named))
    .orderBy(hubs.serial)
    .limit(1);
  if (!found) return { status: 'SYSTEM_DOES_NOT_EXISTS', partNumber: null };
  const status = found.activated === null ? 'SYSTEM_IS_NOT_ACTIVATED' : 'SYSTEM_IS_ACTIVATED';
  return { status, partNumber: found.partNumber };
}

const route = requires('query a hub', {
  summary: 'Whether a hub exists and is activated: a hub v1 by its serial, any other by serial and part number',
  querystring: HubStatusQuerySchema,
  response: { 200: HubStatusResponseSchema },
});

/** `GET staff/hub-status` (specification, sections 3 and 4). It tells nothing about who holds the hub. */
export function hubStatus(staff: ApiScope, { db }: Services): void {
  staff.get('/staff/hub-status', route, async ({ query }) => ({ data: await readStatus(db, query) }));
}
