import { useTranslation } from '@portal/i18n';
import { TableSkeleton } from '@portal/ui';
import { getOems } from '../calls/oems.ts';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { OemList } from '../features/oems/oem-list.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/oems`. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const read = useRead(getOems);
  return (
    <StaffLayout title={t('oems.title')} lead={t('oems.lead')}>
      <LoadBoundary read={read} skeleton={<TableSkeleton />}>
        {(oems) => <OemList loaded={oems} />}
      </LoadBoundary>
    </StaffLayout>
  );
}
