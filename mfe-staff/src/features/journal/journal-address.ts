import { onlyValue } from '@portal/contract/query';
import { JournalQuerySchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { JournalFilter, JournalPlace } from '../../calls/journal.ts';
import { queryOf } from '../../calls/query.ts';

const { act, by, on, from, to, after, before } = JournalQuerySchema.entries;

function read<const Schema extends v.GenericSchema>(
  query: URLSearchParams,
  name: string,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const value = onlyValue(query, name) ?? undefined;
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

/** Reads `?act=…&by=…&on=…&from=…&to=…`. Values that are none, and parameters given twice, are ignored. */
export function readFilter(query: URLSearchParams): JournalFilter {
  return {
    act: read(query, 'act', act),
    by: read(query, 'by', by),
    on: read(query, 'on', on),
    from: read(query, 'from', from),
    to: read(query, 'to', to),
  };
}

/** Reads `?after=…` or `?before=…`. */
export function readPlace(query: URLSearchParams): JournalPlace {
  const later = read(query, 'after', after);
  return later === undefined ? { before: read(query, 'before', before) } : { after: later };
}

/** The query for a filter and a place; another filter begins with the first page. */
export function journalQuery(filter: JournalFilter, place: JournalPlace = {}): URLSearchParams {
  return queryOf({ ...filter, ...place });
}
