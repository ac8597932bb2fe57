import { trimText } from '@portal/contract/trim-text';
import { formatDate, useTranslation } from '@portal/i18n';
import {
  Button,
  ButtonLink,
  DelayedFallback,
  EmptyCard,
  Message,
  Table,
  TableSkeleton,
  useOutwardLinks,
} from '@portal/ui';
import type { Column } from '@portal/ui';
import { useCallback, useRef } from 'react';
import { HubRow } from './hub-row.tsx';
import type { HubRowProps } from './hub-row.tsx';
import { PORTION } from './list-address.ts';
import { COLUMNS, nextSort } from './search-filter-sort.ts';
import type { HubActions } from './use-hub-actions.ts';
import type { ListView } from './use-list-view.ts';
import type { useOwnerRequests } from './use-owner-requests.ts';

export function LoadingHubs() {
  const { t } = useTranslation('mfe-hubs');
  return (
    <DelayedFallback>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <TableSkeleton columns={COLUMNS.map((column) => t(column))} rowClass="hub" />
    </DelayedFallback>
  );
}

export function HubsLoadError({ retrying, onRetry }: { readonly retrying: boolean; readonly onRetry: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <div className="card">
      <Message
        kind="error"
        live="alert"
        title={t('loadFailed.title')}
        titleAs="h3"
        actions={
          <Button size="small" icon="retry" busy={retrying} onClick={onRetry}>
            {retrying ? t('tryingAgain') : t('tryAgain')}
          </Button>
        }
      >
        {t('loadFailed.text')}
      </Message>
    </div>
  );
}

export function NoHubs({ looking, onLookAgain }: { readonly looking: boolean; readonly onLookAgain: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  const { app } = useOutwardLinks();
  return (
    <EmptyCard
      heading={t('empty.heading')}
      text={t('empty.text')}
      action={
        <div className="cluster">
          {app !== undefined && (
            <ButtonLink variant="primary" href={app}>
              {t('checkDevice.open')}
            </ButtonLink>
          )}
          <Button icon="retry" busy={looking} onClick={onLookAgain}>
            {looking ? t('refreshing') : t('refresh')}
          </Button>
        </div>
      }
    />
  );
}

/** No hub matches the search and the filter. */
export function NoMatch({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  const searched = trimText(text);
  return (
    <EmptyCard
      heading={searched === '' ? t('filters.noMatch') : t('search.noMatch', { text: searched })}
      text={t(searched === '' ? 'filters.noMatchText' : 'search.noMatchText')}
      action={
        <Button icon="close" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
}

export interface HubTableProps {
  readonly view: ListView;
  readonly requests: ReturnType<typeof useOwnerRequests>;
  readonly actions: HubActions;
  readonly onSummary: HubRowProps['onSummary'];
  readonly setFocusTarget: HubRowProps['setFocusTarget'];
}

const findDay = (moment: Date | undefined) => moment && formatDate(moment);

/** The hubs table (specification, section 3). */
export function HubTable({ view, requests, actions, onSummary, setFocusTarget }: HubTableProps) {
  const { t } = useTranslation('mfe-hubs');
  const columns = COLUMNS.map((column): Column => {
    const name = t(column);
    const sort = {
      direction: view.sort.column === column ? view.sort.direction : undefined,
      label: t('sort.by', { column: name }),
      onSort: () => view.sortBy(nextSort(view.sort, column)),
    };
    return { name, sort: view.sortable ? sort : undefined };
  });
  /** Key of the first hub of a portion that is about to show. */
  const next = useRef<string>(undefined);
  const setNameTarget = useCallback((key: string, element: HTMLElement | null) => {
    if (element === null || next.current !== key) return;
    next.current = undefined;
    element.focus();
  }, []);
  return (
    <>
      <Table label={t('hubs')} columns={[...columns, { name: t('release'), hidden: true }]}>
        {view.shown.map((entry) => (
          <HubRow
            key={entry.key}
            entry={entry}
            requestedOn={findDay(requests.requestedAt(entry))}
            actions={actions}
            onSummary={onSummary}
            setFocusTarget={setFocusTarget}
            setNameTarget={setNameTarget}
          />
        ))}
      </Table>
      {view.matching > PORTION && (
        <Portion
          view={view}
          onMore={() => {
            next.current = view.showMore()?.key;
          }}
        />
      )}
    </>
  );
}

/** How many hubs are shown, and the next ones. The focus moves to the first of them. */
function Portion({ view, onMore }: { readonly view: ListView; readonly onMore: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  const shown = view.shown.length;
  const left = view.matching - shown;
  return (
    <div className="hubs-portion">
      <p className="soft" role="status">
        {t('portion.shown', { shown, count: view.matching })}
      </p>
      {left > 0 && (
        <Button icon="descending" onClick={onMore}>
          {t('portion.more', { count: Math.min(left, PORTION) })}
        </Button>
      )}
    </div>
  );
}
