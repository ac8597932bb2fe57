import type { DeletionFilterSchema, LogsQuerySchema } from '@portal/staff-api/wire';
import { and, eq, gte, lte } from 'drizzle-orm';
import * as v from 'valibot';
import { logs } from '../../database/schema.ts';
import { isWithin } from '../days.ts';

/** The id of a log in a path. */
export const LogPathSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be the id of a log'), v.transform(Number)),
});

export type LogFilter = Omit<v.InferOutput<typeof LogsQuerySchema>, 'size' | 'after' | 'before'>;
type DeletionFilter = v.InferOutput<typeof DeletionFilterSchema>;

/** Condition for the rows of `logs` that a filter finds. */
export function matches({ type, identifier, minKb, maxKb, ...days }: LogFilter | DeletionFilter) {
  return and(
    type ? eq(logs.type, type) : undefined,
    identifier ? eq(logs.identifier, identifier) : undefined,
    isWithin(logs.createdAt, days),
    typeof minKb === 'number' ? gte(logs.sizeKb, minKb) : undefined,
    typeof maxKb === 'number' ? lte(logs.sizeKb, maxKb) : undefined,
  );
}
