import { JournalQuerySchema } from '@portal/staff-api/wire';
import type { JournalFilter, JournalPlace } from '../../calls/journal.ts';
import { getQuery } from '../../calls/query.ts';
import { readParameter } from '../../lists/read-parameter.ts';

const { action, by, on, from, to, after, before } = JournalQuerySchema.entries;

/** Reads `?action=…&by=…&on=…&from=…&to=…`. Values that are none, and parameters given twice, are ignored. */
export function readFilter(query: URLSearchParams): JournalFilter {
  return {
    action: readParameter(query, 'action', action),
    by: readParameter(query, 'by', by),
    on: readParameter(query, 'on', on),
    from: readParameter(query, 'from', from),
    to: readParameter(query, 'to', to),
  };
}

/** Reads `?after=…` or `?before=…`. */
export function readPlace(query: URLSearchParams): JournalPlace {
  const later = readParameter(query, 'after', after);
  return later === undefined ? { before: readParameter(query, 'before', before) } : { after: later };
}

/** The query for a filter and a place; another filter begins with the first page. */
export function journalQuery(filter: JournalFilter, place: JournalPlace = {}): URLSearchParams {
  return getQuery({ ...filter, ...place });
}
