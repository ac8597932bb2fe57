import { LogsQuerySchema, PAGE_SIZES } from '@portal/staff-api/wire';
import { useSearchParams } from '@portal/ui';
import * as v from 'valibot';
import type { LogFilter, LogsQuery, LogType } from '../../calls/logs.ts';
import { getQuery } from '../../calls/query.ts';
import { readParameter } from '../../lists/read-parameter.ts';

export const LOG_TYPES = ['app', 'hub', 'rearLight', 'server'] as const satisfies readonly LogType[];

const { identifier, from, to, minKb, maxKb, size, after, before } = LogsQuerySchema.entries;

/** The filter of `?type=…&identifier=…&from=…&to=…&min=…&max=…`. Values that are none, and parameters given twice, are ignored. */
function readFilter(query: URLSearchParams): LogFilter {
  return {
    type: readParameter(query, 'type', v.optional(v.picklist(LOG_TYPES))),
    identifier: readParameter(query, 'identifier', identifier),
    from: readParameter(query, 'from', from),
    to: readParameter(query, 'to', to),
    minKb: readParameter(query, 'min', minKb),
    maxKb: readParameter(query, 'max', maxKb),
  };
}

/** The same with `?size=…`, and the place: `?after=…` or `?before=…`. */
export function readLogsAddress(query: URLSearchParams): LogsQuery {
  const older = readParameter(query, 'after', after);
  return {
    ...readFilter(query),
    size: readParameter(query, 'size', size) ?? PAGE_SIZES[0],
    after: older,
    before: older === undefined ? readParameter(query, 'before', before) : undefined,
  };
}

/** The query of an address. Without `after` and `before` it is the first page. */
function logsAddress({ minKb: min, maxKb: max, ...query }: LogsQuery): URLSearchParams {
  const shownSize = query.size === PAGE_SIZES[0] ? undefined : query.size;
  return getQuery({
    type: query.type,
    identifier: query.identifier,
    from: query.from,
    to: query.to,
    min,
    max,
    size: shownSize,
    after: query.after,
    before: query.before,
  });
}

/** Whether it restricts the logs. */
export function isFiltered(filter: LogFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** Whether the end of a range is before its beginning. */
export function isReversed<Value extends string | number>(first: Value | undefined, last: Value | undefined): boolean {
  return first !== undefined && last !== undefined && last < first;
}

/** What the address says about the logs to show. */
export function useLogsAddress() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const address = readLogsAddress(query);
  return {
    filter,
    /** An end is before its beginning, so nothing is loaded. */
    contradicts: isReversed(filter.from, filter.to) || isReversed(filter.minKb, filter.maxKb),
    size: address.size,
    isFirstPage: address.after === undefined && address.before === undefined,
    /** The address without what is none. */
    text: logsAddress(address).toString(),
    go: (place: LogsQuery) => setQuery(logsAddress(place)),
  };
}

export type LogsAddress = ReturnType<typeof useLogsAddress>;
