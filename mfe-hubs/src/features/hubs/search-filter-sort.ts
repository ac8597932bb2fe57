import type { HubEntry } from './list-state.ts';

/** The search field appears from this number of hubs on (ADR 14). */
export const SEARCH_FROM = 8;

export const COLUMNS = ['serial', 'addedOn', 'type', 'role', 'sharing'] as const;
export type HubColumn = (typeof COLUMNS)[number];

export const DIRECTIONS = ['ascending', 'descending'] as const;
export interface HubSort {
  readonly column: HubColumn;
  readonly direction: (typeof DIRECTIONS)[number];
}

/** The newest hub first. */
export const DEFAULT_SORT: HubSort = { column: 'addedOn', direction: 'descending' };

export const FILTERS = ['owner', 'guest', 'shared', 'unshared'] as const;
export type HubFilter = (typeof FILTERS)[number];

/**
 * By the sharing as it was loaded, so that a row does not leave the list under the pointer that has just switched it.
 */
const MATCHES: Readonly<Record<HubFilter, (entry: HubEntry) => boolean>> = {
  owner: ({ hub }) => hub.role === 'owner',
  guest: ({ hub }) => hub.role === 'guest',
  shared: ({ hub }) => hub.sharing === 'public',
  unshared: ({ hub }) => hub.sharing === 'off',
};

/** The hubs that match the filter; all hubs without one. */
export function filterHubs(entries: readonly HubEntry[], filter: HubFilter | undefined): readonly HubEntry[] {
  return filter ? entries.filter(MATCHES[filter]) : entries;
}

/** The displayed texts that hubs are sorted and searched by. */
export interface Words {
  readonly language: string;
  type(entry: HubEntry): string;
  role(entry: HubEntry): string;
  /** The text of the sharing cell while nothing is changing. */
  sharing(entry: HubEntry): string;
}

/** The sort order after a press on a column's header: first ascending, then descending. */
export function nextSort(current: HubSort, column: HubColumn): HubSort {
  const again = current.column === column && current.direction === 'ascending';
  return { column, direction: again ? 'descending' : 'ascending' };
}

const byDate = (one: HubEntry, other: HubEntry) =>
  Number(one.hub.activatedAt ?? 0) - Number(other.hub.activatedAt ?? 0);

function comparison(column: HubColumn, words: Words): (one: HubEntry, other: HubEntry) => number {
  if (column === 'addedOn') return byDate;
  // Not for the order that the page begins with: creating the first collator is slow.
  const { compare } = new Intl.Collator(words.language, { numeric: true });
  if (column === 'serial') return (one, other) => compare(one.hub.serial, other.hub.serial);
  return (one, other) => compare(words[column](one), words[column](other));
}

/** The hubs in the requested order; equal ones keep the order of the API in both directions. */
export function sortHubs(entries: readonly HubEntry[], sort: HubSort, words: Words): readonly HubEntry[] {
  const compare = comparison(sort.column, words);
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return entries.toSorted((one, other) => sign * compare(one, other));
}

/** The text without case, accents and spaces: "rucklicht" finds "Rücklicht", "0012 6044" the hub 0012604417. */
function plain(text: string, language: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{C}\s-]/gu, '')
    .toLocaleLowerCase(language);
}

/** The hubs whose serial number or type contains the text; all hubs for an empty text. */
export function findHubs(entries: readonly HubEntry[], text: string, words: Words): readonly HubEntry[] {
  const wanted = plain(text, words.language);
  if (wanted === '') return entries;
  return entries.filter((entry) =>
    [entry.hub.serial, words.type(entry)].some((shown) => plain(shown, words.language).includes(wanted)),
  );
}
