import { useTranslation } from '@portal/i18n';
import { JOURNAL_ACTIONS, JournalQuerySchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { JournalFilter } from '../../calls/journal.ts';
import { DAY_FIELD, filterField, FilterForm } from '../../lists/filter-form.tsx';
import { useTellFailure } from '../../loading/use-read.ts';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import { readSearch } from '@portal/staff-api/search';
import { searchPeople } from '../../calls/search.ts';
import type { FieldProblem } from '../../lists/filter-form.tsx';
import { noteLookupsLeft } from '../../search/lookups-left.ts';

/** Whether somebody has typed an e-mail address instead of an id. */
function isAddress(text: string): boolean {
  const search = readSearch(text);
  return 'by' in search && search.by === 'email';
}

/** Replaces addresses in a filter by ids, or says what is wrong with one: no address gets into the page's. */
function useResolvePeople() {
  const { t } = useTranslation('mfe-staff');
  const tooOftenText = useTooOftenText(t);
  return async (filter: JournalFilter): Promise<{ readonly resolved: JournalFilter } | FieldProblem> => {
    const people = { by: filter.by, on: filter.on };
    for (const name of ['by', 'on'] as const) {
      const text = people[name];
      if (text === undefined || !isAddress(text)) continue;
      const found = await searchPeople(text);
      if ('status' in found) return { name, text: tooOftenText(found) };
      noteLookupsLeft(found.left);
      if (found.id === null) return { name, text: t('journal.filters.nobody') };
      people[name] = found.id;
    }
    return { resolved: { ...filter, ...people } };
  };
}

const { by, on, from, to } = JournalQuerySchema.entries;
const address = v.pipe(v.string(), v.check(isAddress));
const FilterSchema = v.pipe(
  v.object({
    action: v.pipe(
      v.string(),
      v.transform((text) => JOURNAL_ACTIONS.find((action) => action === text)),
    ),
    by: filterField(v.union([by, address]), 'person'),
    on: filterField(v.union([on, address]), 'person'),
    from: filterField(from, 'day'),
    to: filterField(to, 'day'),
  }),
  v.forward(
    v.partialCheck([['from'], ['to']], (days) => !days.from || !days.to || days.from <= days.to, 'dayOrder'),
    ['to'],
  ),
);

interface JournalFiltersProps {
  /** The filter in the address. */
  readonly filter: JournalFilter;
  readonly onFilter: (filter: JournalFilter) => void;
}

/** Chooses which entries are shown: by action, by whom, on whom, and days. */
export function JournalFilters({ filter, onFilter }: JournalFiltersProps) {
  const { t } = useTranslation('mfe-staff');
  const resolvePeople = useResolvePeople();
  const tellFailure = useTellFailure();
  return (
    <FilterForm<JournalFilter>
      list="journal"
      filter={{ ...filter }}
      schema={FilterSchema}
      choice={{
        name: 'action',
        label: t('journal.filters.action'),
        options: JOURNAL_ACTIONS.map((action) => ({ value: action, text: t(`journal.actions.${action}`) })),
      }}
      fields={[
        { name: 'by', label: t('journal.filters.by'), spellCheck: false },
        { name: 'on', label: t('journal.filters.on'), spellCheck: false },
        { name: 'from', label: t('journal.filters.from'), ...DAY_FIELD },
        { name: 'to', label: t('journal.filters.to'), ...DAY_FIELD },
      ]}
      onFilter={async (chosen) => {
        try {
          const answer = await resolvePeople(chosen);
          if (!('resolved' in answer)) return answer;
          onFilter(answer.resolved);
        } catch (error) {
          tellFailure(error);
        }
        return undefined;
      }}
    />
  );
}
