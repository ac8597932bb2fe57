import { send } from '@portal/api';
import { CountryRecordResponseSchema, CountryRecordsResponseSchema } from '@portal/staff-api/wire';
import type { CountryRecordSchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';
import { orRefusal } from './refusal.ts';

/** A country with all that staff keep of it (specification, section 3). */
export type CountryRecord = v.InferOutput<typeof CountryRecordSchema>;

/** All countries, also those that customers cannot choose. @throws {CallError} */
export async function getCountryRecords(): Promise<readonly CountryRecord[]> {
  const { data } = await send({ method: 'GET', path: 'staff/countries' }, CountryRecordsResponseSchema);
  return data;
}

/**
 * Saves a country; revision 0 adds one.
 * @returns what is saved now, or why it is not: somebody else has changed it, or added one with this code.
 * @throws {CallError} for every other failure.
 */
export async function saveCountryRecord({
  code,
  ...body
}: CountryRecord): Promise<CountryRecord | 'COUNTRY_HAS_CHANGED' | 'COUNTRY_EXISTS'> {
  const path = `staff/countries/${encodeURIComponent(code)}`;
  const call = send({ method: 'PUT', path, body }, CountryRecordResponseSchema);
  const answer = await orRefusal(call, ['COUNTRY_HAS_CHANGED', 'COUNTRY_EXISTS']);
  return typeof answer === 'string' ? answer : answer.data;
}
