import { useTranslation } from '@portal/i18n';
import { Button, DelayedFallback, EmptyCard, Message, Table, TableSkeleton } from '@portal/ui';
import type { Column } from '@portal/ui';
import { HubRow } from './hub-row.tsx';
import type { HubRowProps } from './hub-row.tsx';
import { COLUMNS, nextSort } from './list-view.ts';
import type { HubActions } from './use-hub-actions.ts';
import type { ListView } from './use-list-view.ts';

export function LoadingHubs() {
  const { t } = useTranslation('mfe-hubs');
  return (
    <DelayedFallback>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <TableSkeleton columns={COLUMNS.map((column) => t(column))} />
    </DelayedFallback>
  );
}

export function FailedHubs({ retrying, onRetry }: { readonly retrying: boolean; readonly onRetry: () => void }) {
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
  return (
    <EmptyCard
      heading={t('empty.heading')}
      text={t('empty.text')}
      action={
        <Button icon="retry" busy={looking} onClick={onLookAgain}>
          {looking ? t('refreshing') : t('refresh')}
        </Button>
      }
    />
  );
}

/** No hub matches the search. */
export function NoMatch({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <EmptyCard
      heading={t('search.noMatch', { text: text.trim() })}
      text={t('search.noMatchText')}
      action={
        <Button icon="close" onClick={onClear}>
          {t('search.clear')}
        </Button>
      }
    />
  );
}

export interface HubTableProps {
  readonly view: ListView;
  readonly actions: HubActions;
  readonly setFocusTarget: HubRowProps['setFocusTarget'];
}

/** The hubs table (specification, section 3). */
export function HubTable({ view, actions, setFocusTarget }: HubTableProps) {
  const { t } = useTranslation('mfe-hubs');
  const columns = COLUMNS.map((column): Column => {
    const name = t(column);
    const sort = {
      direction: view.sorted?.column === column ? view.sorted.direction : undefined,
      label: t('sort.by', { column: name }),
      onSort: () => view.sortBy(nextSort(view.sort, column)),
    };
    return { name, sort: view.sortable ? sort : undefined };
  });
  return (
    <Table label={t('hubs')} columns={[...columns, { name: t('release'), hidden: true }]}>
      {view.shown.map((entry) => (
        <HubRow key={entry.key} entry={entry} actions={actions} setFocusTarget={setFocusTarget} />
      ))}
    </Table>
  );
}
