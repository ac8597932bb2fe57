import { useTranslation } from '@portal/i18n';
import { focusIfLost, useFocusAfterRetry } from '@portal/ui';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { HubsLoadError, HubTable, LoadingHubs, NoHubs, NoMatch } from './hub-list.tsx';
import type { HubTableProps } from './hub-list.tsx';
import { HubSummary } from './hub-summary.tsx';
import { HubsHead } from './hubs-head.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import type { HubEntry, ListState } from './list-state.ts';
import { sharingText } from './sharing-state.ts';
import { useHubActions } from './use-hub-actions.ts';
import { findAudience } from './audience.ts';
import { useListView } from './use-list-view.ts';
import { useOwnerRequests } from './use-owner-requests.ts';
import type { useHubs } from './use-hubs.ts';

/**
 * When a hub has left the list, the focus moves to the row that followed it, or to the heading (ADR 14). Returns the
 * function with which each row registers the element to focus.
 */
function useFocusAfterRemoval(
  entries: readonly HubEntry[],
  shown: readonly HubEntry[],
  heading: RefObject<HTMLElement | null>,
): (key: string, element: HTMLElement | null) => void {
  const [targets] = useState(() => new Map<string, HTMLElement>());
  const before = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const present = new Set(entries.map(({ key }) => key));
    const removed = before.current.findIndex((key) => !present.has(key));
    if (removed !== -1) {
      const next = before.current.slice(removed + 1).map((key) => targets.get(key));
      focusIfLost(next.find((target) => target !== undefined) ?? heading.current);
    }
    before.current = shown.map(({ key }) => key);
  }, [entries, shown, targets, heading]);

  return useCallback(
    (key, element) => {
      if (element) targets.set(key, element);
      else targets.delete(key);
    },
    [targets],
  );
}

const NONE: readonly HubEntry[] = [];

/** Heading and list of the user's hubs. */
export function HubsSection({ hubs: { state, dispatch, askAgain } }: { readonly hubs: ReturnType<typeof useHubs> }) {
  const requests = useOwnerRequests();
  const actions = useHubActions(dispatch, requests.remember);
  const entries = state.status === 'loaded' ? state.entries : NONE;
  const view = useListView(entries);
  const [summarized, setSummarized] = useState<HubEntry>();
  const loaded = state.status === 'loaded' ? view : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const setFocusTarget = useFocusAfterRemoval(entries, view.shown, heading);
  const { status } = state;
  const retrying = status === 'retrying' || status === 'refreshing';
  useFocusAfterRetry(heading, { retrying, ended: !retrying });

  function onClear() {
    view.clear();
    (searchField.current ?? heading.current)?.focus();
  }

  return (
    <section className="hubs">
      <HubsHead heading={heading} audience={findAudience(state)} view={loaded} />
      {loaded?.searchable && <ListToolbar searchField={searchField} view={loaded} />}
      <SlowChanges entries={entries} />
      <HubList
        {...{ state, view, requests, actions, onSummary: setSummarized, setFocusTarget, onAskAgain: askAgain, onClear }}
      />
      {summarized && <HubSummary hub={summarized.hub} onClose={() => setSummarized(undefined)} />}
    </section>
  );
}

/** Announces slow changes of sharing for all rows. Screen readers announce only changes in an existing region. */
function SlowChanges({ entries }: { readonly entries: readonly HubEntry[] }) {
  const { t } = useTranslation('mfe-hubs');
  const slow = entries.filter((entry) => sharingText(entry) === 'sharingStates.changing');
  return (
    <p className="visually-hidden" role="status">
      {slow.map(({ hub }) => t('changingSharing', { serial: hub.serial })).join(' ')}
    </p>
  );
}

interface HubListProps extends HubTableProps {
  readonly state: ListState;
  readonly onAskAgain: () => void;
  readonly onClear: () => void;
}

function HubList({ state, onAskAgain, onClear, ...table }: HubListProps) {
  switch (state.status) {
    case 'loading':
      return <LoadingHubs />;
    case 'failed':
    case 'retrying':
      return <HubsLoadError retrying={state.status === 'retrying'} onRetry={onAskAgain} />;
    case 'refreshing':
      return <NoHubs looking onLookAgain={onAskAgain} />;
    case 'loaded':
      if (state.entries.length === 0) return <NoHubs looking={false} onLookAgain={onAskAgain} />;
      if (table.view.shown.length === 0) return <NoMatch text={table.view.searched} onClear={onClear} />;
      return <HubTable {...table} />;
  }
}
