import { useTranslation } from '@portal/i18n';
import { Table } from '@portal/ui';
import type { Column } from '@portal/ui';
import { HubRow } from './hub-row.tsx';
import type { HubRowProps } from './hub-row.tsx';
import { COLUMNS, nextSort } from './list-view.ts';
import type { HubActions } from './use-hub-actions.ts';
import type { ListView } from './use-list-view.ts';

export interface HubTableProps {
  readonly view: ListView;
  readonly actions: HubActions;
  readonly setHome: HubRowProps['setHome'];
}

/** The hubs table (specification, section 3). */
export function HubTable({ view, actions, setHome }: HubTableProps) {
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
        <HubRow key={entry.key} entry={entry} actions={actions} setHome={setHome} />
      ))}
    </Table>
  );
}
