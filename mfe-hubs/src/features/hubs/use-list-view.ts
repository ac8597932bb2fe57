import { useLanguage, useTranslation } from '@portal/i18n';
import { useDraft } from '@portal/session';
import { useDeferredValue, useState } from 'react';
import type { HubEntry } from './list-state.ts';
import { findHubs, SEARCH_FROM, sortHubs } from './list-view.ts';
import type { HubSort, Words } from './list-view.ts';
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

/** The visible part of the list, its order, and how to change both. */
export interface ListView {
  readonly shown: readonly HubEntry[];
  /** Number of all hubs. */
  readonly total: number;
  readonly searchable: boolean;
  /** Value of the search field. */
  readonly text: string;
  /** The text that `shown` matches. It follows `text` with a delay, so that typing does not wait for two hundred rows to render. */
  readonly searched: string;
  readonly search: (text: string) => void;
  readonly sortable: boolean;
  /** The chosen order. */
  readonly sort: HubSort | undefined;
  /** The order of `shown`; it follows `sort` with a delay. */
  readonly sorted: HubSort | undefined;
  readonly sortBy: (sort: HubSort | undefined) => void;
}

export function useListView(entries: readonly HubEntry[]): ListView {
  const [text, search] = useDraft('hubs-search');
  const [sort, sortBy] = useState<HubSort>();
  const searched = useDeferredValue(text);
  const sorted = useDeferredValue(sort);
  const words = useWords();
  const total = entries.length;
  // After a release there may be fewer hubs, but a search field in use must not disappear.
  const [wasSearchable, setWasSearchable] = useState(false);
  const searchable = wasSearchable || total >= SEARCH_FROM || text !== '';
  if (searchable !== wasSearchable) setWasSearchable(searchable);
  return {
    shown: sortHubs(findHubs(entries, searched, words), sorted, words),
    total,
    searchable,
    text,
    searched,
    search,
    sortable: total > 1,
    sort,
    sorted,
    sortBy,
  };
}
