import { useLanguage, useTranslation } from '@portal/i18n';
import { useSearchText } from '@portal/remote-ui/use-search-text';
import { usePrinting, useSearchParams } from '@portal/ui';
import { useDeferredValue, useState } from 'react';
import { changeListAddress, PORTION, readListAddress } from './list-address.ts';
import type { ListAddress } from './list-address.ts';
import type { HubEntry } from './list-state.ts';
import { filterHubs, FILTERS, findHubs, SEARCH_FROM, sortHubs } from './search-filter-sort.ts';
import type { HubFilter, HubSort, Words } from './search-filter-sort.ts';
import { idleSharing, sharingText } from './sharing-state.ts';

/** The rows' texts in the language of the page. */
function useWords(): Words {
  const { t } = useTranslation('mfe-hubs');
  return {
    language: useLanguage(),
    type: ({ hub }) => t(hub.type === 'unknown' ? 'unknown' : `types.${hub.type}`),
    role: ({ hub }) => t(hub.role === 'unknown' ? 'unknown' : `roles.${hub.role}`),
    sharing: ({ sharing }) => t(sharingText({ sharing: idleSharing(sharing.sharing) })),
  };
}

/** The visible part of the list, its order, and how to change both. All of it is in the address. */
export interface ListView {
  /** The hubs on the page: of those that match, the first portions; all of them on paper. */
  readonly shown: readonly HubEntry[];
  /** Number of hubs that match search and filter. */
  readonly matching: number;
  /** Number of all hubs. */
  readonly total: number;
  readonly searchable: boolean;
  /** Value of the search field. */
  readonly text: string;
  /** What the hubs on the page were searched for: the rows follow the field, so that a letter shows at once. */
  readonly searched: string;
  readonly search: (text: string) => void;
  /** The filters to choose from: those that match some hubs, but not all. */
  readonly filters: readonly HubFilter[];
  readonly filter: HubFilter | undefined;
  readonly filterBy: (filter: HubFilter | undefined) => void;
  readonly sortable: boolean;
  readonly sort: HubSort;
  readonly sortBy: (sort: HubSort) => void;
  /** Shows the next portion; returns the first hub of it. */
  readonly showMore: () => HubEntry | undefined;
  /** Removes search and filter. */
  readonly clear: () => void;
}

export function useListView(entries: readonly HubEntry[]): ListView {
  const [query, setQuery] = useSearchParams();
  const { search, sort, filter, rows } = readListAddress(query);
  const change = (to: Partial<ListAddress>, replace: boolean) => setQuery(changeListAddress(query, to), { replace });
  const [text, setText] = useSearchText(search, (written) => change({ search: written }, true));
  const searched = useDeferredValue(text);
  const words = useWords();
  const printing = usePrinting();
  const total = entries.length;
  // After a release there may be fewer hubs, but a search field in use must not disappear.
  const [wasSearchable, setWasSearchable] = useState(false);
  const searchable = wasSearchable || total >= SEARCH_FROM || text !== '' || filter !== undefined;
  if (searchable !== wasSearchable) setWasSearchable(searchable);
  const matching = sortHubs(findHubs(filterHubs(entries, filter), searched, words), sort, words);
  return {
    shown: printing ? matching : matching.slice(0, rows),
    matching: matching.length,
    total,
    searchable,
    text,
    searched,
    search: setText,
    filters: FILTERS.filter((each) => {
      const count = filterHubs(entries, each).length;
      return each === filter || (count > 0 && count < total);
    }),
    filter,
    filterBy: (to) => change({ filter: to }, false),
    sortable: total > 1,
    sort,
    sortBy: (to) => change({ sort: to }, false),
    showMore: () => {
      change({ rows: rows + PORTION }, true);
      return matching[rows];
    },
    clear: () => {
      setText('');
      change({ search: '', filter: undefined }, true);
    },
  };
}
