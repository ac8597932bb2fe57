import { useTranslation } from '@portal/i18n';
import { SearchField, SelectField } from '@portal/ui';
import type { Ref } from 'react';
import { COLUMNS, DIRECTIONS } from './list-view.ts';
import type { HubSort } from './list-view.ts';
import type { ListView } from './use-list-view.ts';

export interface HubsHeadProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly searchField: Ref<HTMLInputElement>;
  /** The loaded list; undefined before. */
  readonly view: ListView | undefined;
}

/** Heading and count of the hubs; longer lists can also be searched and sorted. */
export function HubsHead({ heading, searchField, view }: HubsHeadProps) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <div className="hubs-head">
      <div className="card__head">
        <div className="hubs-head__title">
          <h2 ref={heading} tabIndex={-1}>
            {t('hubs')}
          </h2>
          {view?.searchable && <Count view={view} live />}
        </div>
        {view && !view.searchable && view.total > 0 && <Count view={view} />}
        {view?.sortable && (
          <div className="hubs-head__tools">
            {view.searchable && (
              <div className="hubs-head__search">
                <SearchField
                  ref={searchField}
                  label={t('search.label')}
                  placeholder={t('search.placeholder')}
                  value={view.text}
                  onChange={view.search}
                />
              </div>
            )}
            <div className="hubs-head__sort">
              <SortField sort={view.sort} onChange={view.sortBy} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function Count({ view, live = false }: { readonly view: ListView; readonly live?: boolean }) {
  const { t } = useTranslation('mfe-hubs');
  const { searched, shown, total } = view;
  return (
    <p className="soft" role={live ? 'status' : undefined}>
      {searched.trim() === ''
        ? t('hubCount', { count: total })
        : t('search.found', { count: total, shown: shown.length })}
    </p>
  );
}

interface SortFieldProps {
  readonly sort: HubSort | undefined;
  readonly onChange: (sort: HubSort | undefined) => void;
}

/** Sorts while the rows are cards, which have no column headers. */
function SortField({ sort, onChange }: SortFieldProps) {
  const { t } = useTranslation('mfe-hubs');
  const sorts = COLUMNS.flatMap((column) =>
    DIRECTIONS.map((direction) => ({
      value: `${column} ${direction}`,
      text: t(`sort.${direction}`, { column: t(column) }),
      sort: { column, direction },
    })),
  );
  return (
    <SelectField
      label={t('sort.label')}
      options={[{ value: '', text: t('sort.none') }, ...sorts]}
      value={sort ? `${sort.column} ${sort.direction}` : ''}
      onChange={(chosen) => onChange(sorts.find(({ value }) => value === chosen)?.sort)}
    />
  );
}
