import { useLanguage, useTranslation } from '@portal/i18n';
import { useDraft } from '@portal/session';
import { useDeferredValue, useState } from 'react';
import type { HubEntry } from './list-state.ts';
import { findHubs, SEARCH_FROM, sortHubs } from './list-view.ts';
import type { HubSort, Words } from './list-view.ts';
import { sharingText } from './sharing-state.ts';

/** What the rows say in the interface's language. */
function useWords(): Words {
  const { t } = useTranslation('mfe-hubs');
  return {
    language: useLanguage(),
    type: ({ hub }) => t(`types.${hub.type}`),
    role: ({ hub }) => t(`roles.${hub.role}`),
    sharing: ({ hub, sharing }) => t(sharingText({ hub, sharing: { status: 'idle', sharing: sharing.sharing } })),
  };
}

/** What of a list is shown, in which order, and how to change that. */
export interface ListView {
  readonly shown: readonly HubEntry[];
  /** How many hubs there are in all. */
  readonly total: number;
  readonly searchable: boolean;
  /** What the search field holds. */
  readonly text: string;
  /** What `shown` was searched for: the same a moment later, so that typing never waits for two hundred rows. */
  readonly searched: string;
  readonly search: (text: string) => void;
  /** One hub has no order. */
  readonly sortable: boolean;
  /** What was chosen last. */
  readonly sort: HubSort | undefined;
  /** How `shown` is sorted: the same a moment later. */
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
  // A release, or the end of a search, may leave fewer hubs than that: nobody is to lose the field that they are in.
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
