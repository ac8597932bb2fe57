import { useTranslation } from '@portal/i18n';
import { TableSkeleton } from '@portal/ui';
import { getCountryRecords } from '../calls/countries.ts';
import { CountryList } from '../features/countries/country-list.tsx';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/countries`. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const read = useRead(getCountryRecords);
  return (
    <StaffLayout title={t('countries.title')} lead={t('countries.lead')}>
      <LoadBoundary read={read} skeleton={<TableSkeleton />}>
        {(countries) => <CountryList countries={countries} />}
      </LoadBoundary>
    </StaffLayout>
  );
}
