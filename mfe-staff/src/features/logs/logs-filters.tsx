import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { SelectField, TextField } from '@portal/ui';
import { useRef, useState } from 'react';
import type { LogFilter } from '../../calls/logs.ts';
import { fieldIn, FilterForm, incompleteIn } from '../../lists/filter-form.tsx';
import { draftOf, filterOf, problemsOf } from './filter-draft.ts';
import type { FilterDraft, FilterField, FilterProblems } from './filter-draft.ts';
import { isFiltered, LOG_TYPES } from './logs-address.ts';

/** The fields, which follow the filter in the address: it changes with back and forward, too. */
function useDraft(filter: LogFilter) {
  const inAddress = draftOf(filter);
  const key = Object.values(inAddress).join(' ');
  const [held, setHeld] = useState({ of: key, draft: inAddress, problems: problemsOf(inAddress) });
  if (held.of !== key) setHeld({ of: key, draft: inAddress, problems: problemsOf(inAddress) });
  return {
    ...held,
    /** A field that is changed has no problem until the next check. */
    change: (name: FilterField, value: string) =>
      setHeld((last) => ({
        ...last,
        draft: { ...last.draft, [name]: value },
        problems: { ...last.problems, [name]: undefined },
      })),
    show: (problems: FilterProblems) => setHeld((last) => ({ ...last, problems })),
  };
}

interface LogsFiltersProps {
  /** The one in the address. */
  readonly filter: LogFilter;
  readonly onFilter: (filter: LogFilter) => void;
}

const FIELDS = ['from', 'to', 'min', 'max'] as const satisfies readonly (keyof FilterDraft)[];
const isDay = (name: FilterField) => name === 'from' || name === 'to';

/** Chooses which logs are shown. */
export function LogsFilters({ filter, onFilter }: LogsFiltersProps) {
  const { t } = useTranslation('mfe-staff');
  const form = useRef<HTMLFormElement>(null);
  const { draft, problems, change, show } = useDraft(filter);

  function submit(): void {
    const found = problemsOf(draft, incompleteIn(form.current, FIELDS));
    show(found);
    const wrong = FIELDS.find((name) => found[name]);
    if (wrong) fieldIn(form.current, wrong)?.focus();
    else onFilter(filterOf(draft));
  }

  return (
    <FilterForm
      form={form}
      label={t('logs.filters.label')}
      className="logs-filters"
      applyText={t('logs.filters.apply')}
      clearText={t('logs.filters.clear')}
      isFiltered={isFiltered(filter)}
      onApply={submit}
      onClear={() => onFilter({})}
    >
      <SelectField
        name="type"
        label={t('logs.columns.type')}
        value={draft.type}
        options={[
          { value: '', text: t('logs.filters.all') },
          ...LOG_TYPES.map((type) => ({ value: type, text: t(`logs.types.${type}`) })),
        ]}
        onChange={(value) => change('type', value)}
      />
      {FIELDS.map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`logs.filters.${name}`)}
          value={draft[name]}
          error={problems[name] && t(`logs.problems.${problems[name]}`)}
          autoComplete="off"
          {...(isDay(name) ? { type: 'date', max: '9999-12-31' } : { inputMode: 'numeric' })}
          onChange={({ target }) => change(name, trimText(target.value))}
        />
      ))}
    </FilterForm>
  );
}
