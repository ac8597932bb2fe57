import { send } from '@portal/api';
import { StatisticsResponseSchema } from '@portal/staff-api/wire';
import type { STATISTICS_DAYS } from '@portal/staff-api/wire';
import type * as v from 'valibot';

/** How many days, until today. */
export type Days = (typeof STATISTICS_DAYS)[number];
export type Statistics = v.InferOutput<typeof StatisticsResponseSchema>['data'];

/** Accounts and hubs of now, releases and sign-ins of the last days. @throws {CallError} */
export async function getStatistics(days: Days): Promise<Statistics> {
  const { data } = await send({ method: 'GET', path: `staff/statistics?days=${days}` }, StatisticsResponseSchema);
  return data;
}
