import { useTranslation } from '@portal/i18n';
import { Button, SearchField, SelectField } from '@portal/ui';
import { useId, useState } from 'react';
import type { Ref } from 'react';
import { COLUMNS, DIRECTIONS } from './list-view.ts';
import type { HubSort } from './list-view.ts';
import { useClearOfBar } from './use-clear-of-bar.ts';
import type { ListView } from './use-list-view.ts';

interface HubsToolsProps {
  readonly searchField: Ref<HTMLInputElement>;
  readonly view: ListView;
}

/** Searches, filters and sorts a longer list. The bar stays on the screen; a narrow one folds filter and order. */
export function HubsTools({ searchField, view }: HubsToolsProps) {
  const { t } = useTranslation('mfe-hubs');
  const [isOpen, setOpen] = useState(false);
  const choicesId = useId();
  const bar = useClearOfBar();
  return (
    <div className="hubs-tools" ref={bar}>
      <div className="hubs-tools__search">
        <SearchField
          ref={searchField}
          label={t('search.label')}
          clearLabel={t('search.clear')}
          placeholder={t('search.placeholder')}
          value={view.text}
          onChange={view.search}
        />
      </div>
      <Button
        className="hubs-tools__fold"
        icon="filter"
        aria-expanded={isOpen}
        aria-controls={choicesId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="hubs-tools__word">{t(view.filters.length > 0 ? 'tools' : 'toolsSort')}</span>
      </Button>
      <div className="hubs-tools__choices" id={choicesId} data-open={isOpen}>
        {view.filters.length > 0 && <FilterField view={view} />}
        <div className="hubs-tools__sort">
          <SortField sort={view.sort} onChange={view.sortBy} />
        </div>
      </div>
    </div>
  );
}

function FilterField({ view: { filters, filter, filterBy } }: { readonly view: ListView }) {
  const { t } = useTranslation('mfe-hubs');
  const options = filters.map((value) => ({ value, text: t(`filters.${value}`) }));
  return (
    <SelectField
      label={t('filters.label')}
      options={[{ value: '', text: t('filters.all') }, ...options]}
      value={filter ?? ''}
      onChange={(chosen) => filterBy(filters.find((each) => each === chosen))}
    />
  );
}

interface SortFieldProps {
  readonly sort: HubSort;
  readonly onChange: (sort: HubSort) => void;
}

/** Sorts while the rows are cards, which have no column headers. */
export function SortField({ sort, onChange }: SortFieldProps) {
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
      options={sorts}
      value={`${sort.column} ${sort.direction}`}
      onChange={(chosen) => {
        const found = sorts.find(({ value }) => value === chosen);
        if (found) onChange(found.sort);
      }}
    />
  );
}
