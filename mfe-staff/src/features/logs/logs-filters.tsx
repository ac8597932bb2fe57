import { useTranslation } from '@portal/i18n';
import { withoutGroups } from '@portal/staff-api/search';
import { LogsQuerySchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { LogFilter } from '../../calls/logs.ts';
import { DAY_FIELD, filterField, FilterForm } from '../../lists/filter-form.tsx';
import { isReversed, LOG_TYPES } from './logs-address.ts';

const { identifier, from, to, minKb, maxKb } = LogsQuerySchema.entries;
const toNumber = v.transform((text: string | undefined) => (text === undefined ? undefined : Number(text)));
/** A serial number is pasted with blanks and dashes, too; ids of accounts stay as they are. */
const plainSerial = (text: string) => (/^\d+$/.test(withoutGroups(text)) ? withoutGroups(text) : text);
const FilterSchema = v.pipe(
  v.object({
    type: v.pipe(
      v.string(),
      v.transform((text) => LOG_TYPES.find((type) => type === text)),
    ),
    identifier: v.pipe(v.string(), v.transform(plainSerial), filterField(identifier, 'identifier')),
    from: filterField(from, 'day'),
    to: filterField(to, 'day'),
    minKb: v.pipe(filterField(minKb, 'number'), toNumber),
    maxKb: v.pipe(filterField(maxKb, 'number'), toNumber),
  }),
  v.forward(
    v.partialCheck([['from'], ['to']], (days) => !isReversed(days.from, days.to), 'dayOrder'),
    ['to'],
  ),
  v.forward(
    v.partialCheck([['minKb'], ['maxKb']], (sizes) => !isReversed(sizes.minKb, sizes.maxKb), 'sizeOrder'),
    ['maxKb'],
  ),
);

interface LogsFiltersProps {
  /** The one in the address. */
  readonly filter: LogFilter;
  readonly onFilter: (filter: LogFilter) => void;
}

/** Chooses which logs are shown. */
export function LogsFilters({ filter, onFilter }: LogsFiltersProps) {
  const { t } = useTranslation('mfe-staff');
  return (
    <FilterForm<LogFilter>
      list="logs"
      filter={{ ...filter }}
      schema={FilterSchema}
      choice={{
        name: 'type',
        label: t('logs.columns.type'),
        options: LOG_TYPES.map((type) => ({ value: type, text: t(`logs.types.${type}`) })),
      }}
      fields={[
        { name: 'identifier', label: t('logs.filters.identifier'), spellCheck: false },
        { name: 'from', label: t('logs.filters.from'), ...DAY_FIELD },
        { name: 'to', label: t('logs.filters.to'), ...DAY_FIELD },
        { name: 'minKb', label: t('logs.filters.min'), inputMode: 'numeric' },
        { name: 'maxKb', label: t('logs.filters.max'), inputMode: 'numeric' },
      ]}
      onFilter={onFilter}
    />
  );
}
