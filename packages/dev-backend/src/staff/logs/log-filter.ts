import type { LogFilterSchema } from '@portal/staff-api/wire';
import { and, eq, gte, lte } from 'drizzle-orm';
import type * as v from 'valibot';
import { logs } from '../../database/schema.ts';
import { isWithin } from '../days.ts';

export type LogFilter = v.InferOutput<typeof LogFilterSchema>;

/** Condition for the rows of `logs` that a filter finds. */
export function matches({ type, minKb, maxKb, ...days }: LogFilter) {
  return and(
    type && eq(logs.type, type),
    isWithin(logs.createdAt, days),
    minKb === undefined ? undefined : gte(logs.sizeKb, minKb),
    maxKb === undefined ? undefined : lte(logs.sizeKb, maxKb),
  );
}
