import { useTranslation } from '@portal/i18n';
import { useCallback } from 'react';
import { getStatistics } from '../calls/statistics.ts';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { DaysField, useDays } from '../features/statistics/days-field.tsx';
import { StatisticsView } from '../features/statistics/statistics-view.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/statistics`. The numbers stay while those of other days are on their way. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const [days, chooseDays] = useDays();
  const load = useCallback(async () => ({ days, statistics: await getStatistics(days) }), [days]);
  const read = useRead(load, { keepsLast: true });
  return (
    <StaffLayout title={t('statistics.title')} lead={t('statistics.lead')}>
      <DaysField days={days} coming={read.rereading} onChange={chooseDays} />
      <LoadBoundary read={read}>{(loaded) => <StatisticsView {...loaded} />}</LoadBoundary>
    </StaffLayout>
  );
}
