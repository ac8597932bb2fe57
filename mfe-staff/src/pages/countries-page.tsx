import { useTranslation } from '@portal/i18n';
import { TableSkeleton } from '@portal/ui';
import { getCountryRecords } from '../calls/countries.ts';
import { CountryList } from '../features/countries/country-list.tsx';
import { StaffFrame } from '../features/frame/staff-frame.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/countries`. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const read = useRead(getCountryRecords);
  return (
    <StaffFrame title={t('countries.title')} lead={t('countries.lead')}>
      <LoadBoundary read={read} skeleton={<TableSkeleton />}>
        {(countries) => <CountryList countries={countries} />}
      </LoadBoundary>
    </StaffFrame>
  );
}
