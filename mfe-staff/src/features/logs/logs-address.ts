import { onlyValue } from '@portal/contract/query';
import { LogFilterSchema, PAGE_SIZES } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { LogFilter, LogsQuery, LogType } from '../../calls/logs.ts';
import { queryOf } from '../../calls/query.ts';

export const LOG_TYPES = ['app', 'hub', 'rearLight', 'server'] as const satisfies readonly LogType[];

/** A size in KB as people write it. */
export const WHOLE_NUMBER = /^\d{1,9}$/;

function readDay(value: string | null): string | undefined {
  return value !== null && v.is(LogFilterSchema.entries.from, value) ? value : undefined;
}

function readNumber(value: string | null): number | undefined {
  return value !== null && WHOLE_NUMBER.test(value) ? Number(value) : undefined;
}

/** The filter of `?type=…&from=…&to=…&min=…&max=…`. Values that are none, and parameters given twice, are ignored. */
export function readLogFilter(query: URLSearchParams): LogFilter {
  return {
    type: LOG_TYPES.find((known) => known === onlyValue(query, 'type')),
    from: readDay(onlyValue(query, 'from')),
    to: readDay(onlyValue(query, 'to')),
    minKb: readNumber(onlyValue(query, 'min')),
    maxKb: readNumber(onlyValue(query, 'max')),
  };
}

/** The same with `?size=…`, and the place: `?after=…` or `?before=…`. */
export function readLogsAddress(query: URLSearchParams): LogsQuery {
  const after = onlyValue(query, 'after') ?? undefined;
  const before = after === undefined ? (onlyValue(query, 'before') ?? undefined) : undefined;
  return {
    ...readLogFilter(query),
    size: PAGE_SIZES.find((known) => String(known) === onlyValue(query, 'size')) ?? PAGE_SIZES[0],
    after,
    before,
  };
}

/** The query of an address. Without `after` and `before` it is the first page. */
export function logsAddress({ type, from, to, minKb, maxKb, size, after, before }: LogsQuery): URLSearchParams {
  const shownSize = size === PAGE_SIZES[0] ? undefined : size;
  return queryOf({ type, from, to, min: minKb, max: maxKb, size: shownSize, after, before });
}

/** Whether it restricts the logs. */
export function isFiltered(filter: LogFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The ends of a filter that are before their beginnings. */
export function contradictionsIn({ from, to, minKb, maxKb }: LogFilter): readonly ('to' | 'max')[] {
  return [
    ...(from !== undefined && to !== undefined && to < from ? (['to'] as const) : []),
    ...(minKb !== undefined && maxKb !== undefined && maxKb < minKb ? (['max'] as const) : []),
  ];
}
