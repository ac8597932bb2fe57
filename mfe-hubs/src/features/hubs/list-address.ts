import { onlyValue } from '@portal/contract/paths';
import { COLUMNS, DEFAULT_SORT, FILTERS } from './search-filter-sort.ts';
import type { HubFilter, HubSort } from './search-filter-sort.ts';
import { searchForAddress } from '@portal/remote-ui/use-search-text';

/** How many hubs the page shows at first, and how many more with each press. */
export const PORTION = 20;

/** What the address says about the list, for a reload, a shared link, back and forward. */
export interface ListAddress {
  /** Empty: all hubs. */
  readonly search: string;
  readonly sort: HubSort;
  readonly filter: HubFilter | undefined;
  /** Number of hubs to show. */
  readonly rows: number;
}

/** "type" sorts ascending, "-type" descending. */
function readSort(value: string | null): HubSort {
  const isDescending = value?.startsWith('-') === true;
  const column = COLUMNS.find((known) => value === (isDescending ? `-${known}` : known));
  return column ? { column, direction: isDescending ? 'descending' : 'ascending' } : DEFAULT_SORT;
}

function readRows(value: string | null): number {
  return value !== null && /^[1-9]\d{0,3}$/.test(value) ? Math.ceil(Number(value) / PORTION) * PORTION : PORTION;
}

/** Reads `?search=…&sort=…&show=…&rows=…`. Unknown values, and parameters given twice, are ignored. */
export function readListAddress(query: URLSearchParams): ListAddress {
  return {
    search: searchForAddress(onlyValue(query, 'search') ?? ''),
    sort: readSort(onlyValue(query, 'sort')),
    filter: FILTERS.find((known) => known === onlyValue(query, 'show')),
    rows: readRows(onlyValue(query, 'rows')),
  };
}

const isDefault = ({ column, direction }: HubSort): boolean =>
  column === DEFAULT_SORT.column && direction === DEFAULT_SORT.direction;

/** The query with a change; another search, order or filter starts with the first portion. Other parameters stay. */
export function changeListAddress(query: URLSearchParams, change: Partial<ListAddress>): URLSearchParams {
  const { search, sort, filter, rows } = { ...readListAddress(query), rows: PORTION, ...change };
  const values = {
    search,
    sort: isDefault(sort) ? undefined : `${sort.direction === 'descending' ? '-' : ''}${sort.column}`,
    show: filter,
    rows: rows > PORTION ? String(rows) : undefined,
  };
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
