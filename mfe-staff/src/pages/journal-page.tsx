import { useTranslation } from '@portal/i18n';
import { TableSkeleton, useSearchParams } from '@portal/ui';
import { useCallback, useState } from 'react';
import { getJournal } from '../calls/journal.ts';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { journalQuery, readFilter, readPlace } from '../features/journal/journal-address.ts';
import { JournalFilters } from '../features/journal/journal-filters.tsx';
import { JournalList } from '../features/journal/journal-list.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/journal`: who did what on whom, when and why. Filter and page stand in the address. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const [first] = useState(query);
  const filter = readFilter(query);
  const read = useRead(
    useCallback(() => {
      const address = new URLSearchParams(text);
      return getJournal(readFilter(address), readPlace(address));
    }, [text]),
  );
  return (
    <StaffLayout title={t('journal.title')} lead={t('journal.lead')}>
      <JournalFilters
        key={journalQuery(filter).toString()}
        filter={filter}
        onFilter={(next) => setQuery(journalQuery(next))}
      />
      <LoadBoundary read={read} skeleton={<TableSkeleton />}>
        {(page) => <JournalList page={page} filter={filter} takesFocus={query !== first} />}
      </LoadBoundary>
    </StaffLayout>
  );
}
