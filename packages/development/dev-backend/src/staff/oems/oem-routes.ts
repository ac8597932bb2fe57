import { randomUUID } from 'node:crypto';
import {
  OemRemovalResponseSchema,
  OemRequestSchema,
  OemResponseSchema,
  OemSchema,
  OemsResponseSchema,
} from '@portal/staff-api/wire';
import { count, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../database/open-database.ts';
import { oemApps, oems } from '../../database/schema.ts';
import { isUniqueViolation } from '../../database/unique-violation.ts';
import { requires } from '../requires.ts';
import type { Services } from '../../services.ts';

const ParamsSchema = v.object({ id: OemSchema.entries.id });

/** The result of a query that gives an OEM a name. @throws {Refusal} 409 when another one has it */
async function unlessTaken<Row>(query: PromiseLike<readonly Row[]>): Promise<Row | undefined> {
  try {
    const [row] = await query;
    return row;
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(409, 'OEM_EXISTS', { cause: error });
    throw error;
  }
}

function readOems(staff: ApiScope, db: Database): void {
  const read = requires('read OEMs', {
    summary: 'All OEMs, by name',
    response: { 200: OemsResponseSchema },
  });
  staff.get('/staff/oems', read, async () => {
    const found = await db
      .select({ id: oems.id, name: oems.name, appIds: count(oemApps.appId) })
      .from(oems)
      .leftJoin(oemApps, eq(oemApps.oemId, oems.id))
      .groupBy(oems.id)
      .orderBy(sql`lower(${oems.name})`, oems.id);
    return { data: found };
  });
}

function nameOems(staff: ApiScope, db: Database): void {
  const change = (summary: string) =>
    ({ summary, body: OemRequestSchema, response: { 200: OemResponseSchema } }) as const;

  staff.post('/staff/oems', requires('change OEMs', change('Add an OEM')), (request) =>
    db.transaction(async (transaction) => {
      await callerIn(transaction, request);
      const oem = { id: `oem-${randomUUID()}`, name: request.body.name };
      await unlessTaken(transaction.insert(oems).values(oem).returning());
      return { data: { ...oem, appIds: 0 } };
    }),
  );

  const rename = requires('change OEMs', { ...change('Rename an OEM'), params: ParamsSchema });
  staff.put('/staff/oems/:id', rename, (request) =>
    db.transaction(async (transaction) => {
      await callerIn(transaction, request);
      const isNamed = eq(oems.id, request.params.id);
      const renamed = await unlessTaken(transaction.update(oems).set(request.body).where(isNamed).returning());
      if (!renamed) throw new Refusal(404, 'OEM_NOT_FOUND');
      return { data: { ...renamed, appIds: await transaction.$count(oemApps, eq(oemApps.oemId, renamed.id)) } };
    }),
  );
}

function removeOems(staff: ApiScope, db: Database): void {
  const remove = requires('change OEMs', {
    summary: 'Remove an OEM, also one with app IDs',
    params: ParamsSchema,
    response: { 200: OemRemovalResponseSchema },
  });
  staff.delete('/staff/oems/:id', remove, (request) =>
    db.transaction(async (transaction) => {
      await callerIn(transaction, request);
      const { id } = request.params;
      const apps = await transaction.delete(oemApps).where(eq(oemApps.oemId, id)).returning({ id: oemApps.appId });
      const removed = await transaction.delete(oems).where(eq(oems.id, id)).returning({ id: oems.id });
      if (removed.length === 0) throw new Refusal(404, 'OEM_NOT_FOUND');
      return { data: { appIds: apps.length } };
    }),
  );
}

/** `GET` and `POST staff/oems`, `PUT` and `DELETE staff/oems/{id}`. */
export function oemRoutes(staff: ApiScope, { db }: Services): void {
  readOems(staff, db);
  nameOems(staff, db);
  removeOems(staff, db);
}
