import { useSearchParams } from '@portal/ui';
import type { LogsQuery } from '../../calls/logs.ts';
import { contradictionsIn, logsAddress, readLogFilter, readLogsAddress } from './logs-address.ts';

/** What the address says about the logs to show. */
export function useLogsAddress() {
  const [query, setQuery] = useSearchParams();
  const filter = readLogFilter(query);
  const { size, after, before } = readLogsAddress(query);
  return {
    filter,
    /** An end is before its beginning, so nothing is loaded. */
    contradicts: contradictionsIn(filter).length > 0,
    size,
    isFirstPage: after === undefined && before === undefined,
    /** The address without what is none. */
    text: logsAddress({ ...filter, size, after, before }).toString(),
    go: (to: LogsQuery) => setQuery(logsAddress(to)),
  };
}

export type LogsAddress = ReturnType<typeof useLogsAddress>;
