import { useTranslation } from '@portal/i18n';
import { Button, SearchField, SelectField } from '@portal/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { Ref, RefObject } from 'react';
import { COLUMNS, DIRECTIONS } from './search-filter-sort.ts';
import type { HubSort } from './search-filter-sort.ts';
import type { ListView } from './use-list-view.ts';

/** Distance between the bar and the focused element, in pixels: the width of the focus ring and some air. */
const DISTANCE_PX = 8;

/**
 * Scrolls a focused element out from under the bar that stays at the top of the screen. Not all browsers respect
 * `scroll-padding` when the focus moves, and the height of the bar depends on the reader's text size.
 */
function useClearOfBar(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const current = bar.current;
      if (!current || !(target instanceof Element) || current.contains(target)) return;
      const { top, bottom } = current.getBoundingClientRect();
      const isAtTop = top <= 0 && bottom > 0;
      // Elements before the bar are above it on the page, and a dialog is in front of it.
      const isBehind = current.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!isAtTop || !isBehind || target.closest('dialog')) return;
      const covered = bottom + DISTANCE_PX - target.getBoundingClientRect().top;
      if (covered > 0) window.scrollBy(0, -covered);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return bar;
}

interface ListToolbarProps {
  readonly searchField: Ref<HTMLInputElement>;
  readonly view: ListView;
}

/** Searches, filters and sorts a longer list. The bar stays on the screen; a narrow one folds filter and order. */
export function ListToolbar({ searchField, view }: ListToolbarProps) {
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
