import {
  CountryRecordRequestSchema,
  CountryRecordResponseSchema,
  CountryRecordSchema,
  CountryRecordsResponseSchema,
} from '@portal/staff-api/wire';
import { and, asc, eq } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import * as v from 'valibot';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../database/open-database.ts';
import { countries } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import type { Services } from '../../services.ts';

type Row = typeof countries.$inferSelect;
type CountryRequest = InferOutput<typeof CountryRecordRequestSchema>;

function toRecord({ names, ...country }: Row): InferOutput<typeof CountryRecordSchema> {
  return { ...country, name: names };
}

async function addCountry(db: Database, country: Row): Promise<Row> {
  const [added] = await db.insert(countries).values(country).onConflictDoNothing().returning();
  if (!added) throw new Refusal(409, 'COUNTRY_EXISTS');
  return added;
}

/** Saves a country unless somebody else has saved it since `revision`. @throws {Refusal} 409 */
async function saveCountry(
  db: Database,
  code: string,
  { name: names, revision, ...fields }: CountryRequest,
): Promise<Row> {
  const country = { ...fields, code, names, revision: revision + 1 };
  if (revision === 0) return addCountry(db, country);
  const unchanged = and(eq(countries.code, code), eq(countries.revision, revision));
  const [saved] = await db.update(countries).set(country).where(unchanged).returning();
  if (!saved) throw new Refusal(409, 'COUNTRY_HAS_CHANGED');
  return saved;
}

/**
 * `GET staff/countries` and `PUT staff/countries/{code}`. A country is not deleted, because accounts may have it; it
 * becomes inactive.
 */
export function countryRoutes(staff: ApiScope, { db }: Services): void {
  const read = requires('read countries', {
    summary: 'All countries with their texts, by code',
    response: { 200: CountryRecordsResponseSchema },
  });
  staff.get('/staff/countries', read, async () => {
    const rows = await db.select().from(countries).orderBy(asc(countries.code));
    return { data: rows.map(toRecord) };
  });

  const change = requires('change countries', {
    summary: 'Change a country, or add one with revision 0',
    params: v.object({ code: CountryRecordSchema.entries.code }),
    body: CountryRecordRequestSchema,
    response: { 200: CountryRecordResponseSchema },
  });
  staff.put('/staff/countries/:code', change, (request) =>
    db.transaction(async (transaction) => {
      await callerIn(transaction, request);
      return { data: toRecord(await saveCountry(transaction, request.params.code, request.body)) };
    }),
  );
}
