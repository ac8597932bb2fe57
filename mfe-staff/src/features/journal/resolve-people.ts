import { useTranslation } from '@portal/i18n';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import { readSearch } from '@portal/staff-api/search';
import { searchPeople } from '../../calls/search.ts';
import type { JournalFilter } from '../../calls/journal.ts';
import type { FieldProblem } from '../../lists/filter-form.tsx';
import { noteLookupsLeft } from '../../search/lookups-left.ts';

/** Whether somebody has typed an e-mail address instead of an id. */
export function isAddress(text: string): boolean {
  const search = readSearch(text);
  return 'by' in search && search.by === 'email';
}

/** Replaces addresses in a filter by ids, or says what is wrong with one: no address gets into the page's. */
export function useResolvePeople() {
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
