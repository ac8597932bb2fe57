import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { JOURNAL_ACTS, JournalQuerySchema } from '@portal/staff-api/wire';
import { SelectField, TextField } from '@portal/ui';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import type { JournalFilter } from '../../calls/journal.ts';
import { fieldIn, FilterForm, incompleteIn } from '../../lists/filter-form.tsx';
import { readFilter } from './journal-address.ts';
import './journal.css';

type Draft = Readonly<Record<keyof JournalFilter, string>>;

const NONE: Draft = { act: '', by: '', on: '', from: '', to: '' };

const draftOf = (filter: JournalFilter): Draft => ({
  act: filter.act ?? '',
  by: filter.by ?? '',
  on: filter.on ?? '',
  from: filter.from ?? '',
  to: filter.to ?? '',
});

/** The fields that people type into, in their order. */
const FIELDS = ['by', 'on', 'from', 'to'] as const;
type Field = (typeof FIELDS)[number];
type Problems = Partial<Record<Field, 'id' | 'day' | 'order'>>;

const isValid = (name: Field, text: string) => text === '' || v.is(JournalQuerySchema.entries[name], text);

/** What is wrong with the fields. `incomplete`: days of which only a part is there, which have no value. */
function problemsOf(draft: Draft, incomplete: readonly Field[]): Problems {
  const { from, to } = draft;
  const problems: Problems = from !== '' && to !== '' && to < from ? { to: 'order' } : {};
  for (const name of ['by', 'on'] as const) if (!isValid(name, draft[name])) problems[name] = 'id';
  for (const name of ['from', 'to'] as const)
    if (incomplete.includes(name) || !isValid(name, draft[name])) problems[name] = 'day';
  return problems;
}

interface JournalFiltersProps {
  /** The filter in the address; mount anew when it changes. */
  readonly filter: JournalFilter;
  readonly onFilter: (filter: JournalFilter) => void;
}

/** Chooses which entries are shown: by act, by whom, on whom, and days. */
export function JournalFilters({ filter, onFilter }: JournalFiltersProps) {
  const { t } = useTranslation('mfe-staff');
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => draftOf(filter));
  const [checked, setChecked] = useState(false);
  const [incomplete, setIncomplete] = useState<readonly Field[]>([]);
  const problems = checked ? problemsOf(draft, incomplete) : {};
  const change = (name: keyof Draft, value: string) => setDraft((last) => ({ ...last, [name]: value }));

  /** Shows what is wrong from now on. */
  function check(): Problems {
    const parts = incompleteIn(form.current, FIELDS);
    setIncomplete(parts);
    setChecked(true);
    return problemsOf(draft, parts);
  }

  const isFiltered = Object.values(draftOf(filter)).some((value) => value !== '');

  const fieldOf = (name: Field) => {
    const problem = problems[name];
    return {
      name,
      label: t(`journal.filters.${name}`),
      value: draft[name],
      error: problem && t(`journal.problems.${problem}`),
      onChange: ({ target }: { readonly target: HTMLInputElement }) => change(name, trimText(target.value)),
      onBlur: check,
    };
  };

  function submit(): void {
    const found = check();
    const wrong = FIELDS.find((name) => found[name]);
    if (wrong) fieldIn(form.current, wrong)?.focus();
    else onFilter(readFilter(new URLSearchParams(draft)));
  }

  return (
    <FilterForm
      form={form}
      label={t('journal.filters.label')}
      className="journal-filters"
      applyText={t('journal.filters.apply')}
      clearText={t('journal.filters.clear')}
      isFiltered={isFiltered}
      onApply={submit}
      onClear={() => {
        setDraft(NONE);
        onFilter({});
      }}
    >
      <SelectField
        name="act"
        label={t('journal.filters.act')}
        value={draft.act}
        options={[
          { value: '', text: t('journal.filters.all') },
          ...JOURNAL_ACTS.map((act) => ({ value: act, text: t(`journal.acts.${act}`) })),
        ]}
        onChange={(value) => change('act', value)}
      />
      <TextField {...fieldOf('by')} autoComplete="off" spellCheck={false} />
      <TextField {...fieldOf('on')} autoComplete="off" spellCheck={false} />
      <TextField {...fieldOf('from')} type="date" max="9999-12-31" />
      <TextField {...fieldOf('to')} type="date" max="9999-12-31" />
    </FilterForm>
  );
}
