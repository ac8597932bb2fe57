import { useTranslation } from '@portal/i18n';
import { useFocusAfterRetry } from '@portal/ui';
import { useRef } from 'react';
import { HubTable } from './hub-table.tsx';
import type { HubTableProps } from './hub-table.tsx';
import { HubsHead } from './hubs-head.tsx';
import { FailedHubs, LoadingHubs, NoHubs, NoMatch } from './list-cards.tsx';
import type { HubEntry, ListState } from './list-state.ts';
import { sharingText } from './sharing-text.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import { useHubActions } from './use-hub-actions.ts';
import { useHubs } from './use-hubs.ts';
import { useListView } from './use-list-view.ts';

const NONE: readonly HubEntry[] = [];

/** Heading and list of the user's hubs, in whatever state the list is. */
export function HubsSection() {
  const { t } = useTranslation('mfe-hubs');
  const { state, dispatch, askAgain } = useHubs(t('failure'));
  const actions = useHubActions(dispatch);
  const entries = state.status === 'loaded' ? state.entries : NONE;
  const view = useListView(entries);
  const heading = useRef<HTMLHeadingElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const setHome = useFocusAfterRemoval(entries, view.shown, heading);
  const { status } = state;
  const retrying = status === 'retrying' || status === 'refreshing';
  useFocusAfterRetry(heading, { retrying, ended: !retrying });

  function onClearSearch() {
    view.search('');
    (searchField.current ?? heading.current)?.focus();
  }

  return (
    <>
      <HubsHead heading={heading} searchField={searchField} view={status === 'loaded' ? view : undefined} />
      <SlowChanges entries={entries} />
      <HubList {...{ state, view, actions, setHome, onAskAgain: askAgain, onClearSearch }} />
    </>
  );
}

/** Tells screen readers, for all rows together, which sharing is still changing; there from the start, so that they know the region. */
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
  readonly onClearSearch: () => void;
}

function HubList({ state, onAskAgain, onClearSearch, ...table }: HubListProps) {
  switch (state.status) {
    case 'loading':
      return <LoadingHubs />;
    case 'failed':
    case 'retrying':
      return <FailedHubs retrying={state.status === 'retrying'} onRetry={onAskAgain} />;
    case 'refreshing':
      return <NoHubs looking onLookAgain={onAskAgain} />;
    case 'loaded':
      if (state.entries.length === 0) return <NoHubs looking={false} onLookAgain={onAskAgain} />;
      if (table.view.shown.length === 0) return <NoMatch text={table.view.searched} onClear={onClearSearch} />;
      return <HubTable {...table} />;
  }
}
