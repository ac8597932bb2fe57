import { useTranslation } from '@portal/i18n';
import { useCallback } from 'react';
import { getStatistics } from '../calls/statistics.ts';
import type { Days, Statistics } from '../calls/statistics.ts';
import { StaffFrame } from '../features/frame/staff-frame.tsx';
import { DaysField } from '../features/statistics/days-field.tsx';
import { StatisticsView } from '../features/statistics/statistics-view.tsx';
import { useDays } from '../features/statistics/use-days.ts';
import { useList } from '../lists/use-list.ts';
import { Reading } from '../reading/reading.tsx';

interface Shown {
  readonly days: Days;
  readonly statistics: Statistics;
}

/** `/staff/statistics`. The numbers stay while those of other days are on their way. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const [days, chooseDays] = useDays();
  const load = useCallback(async (): Promise<Shown> => ({ days, statistics: await getStatistics(days) }), [days]);
  const { state, shown, reloading, retry } = useList(load);
  return (
    <StaffFrame title={t('statistics.title')} lead={t('statistics.lead')}>
      <DaysField days={days} coming={reloading} onChange={chooseDays} />
      <Reading state={shown ? { status: 'loaded', value: shown } : state} onRetry={retry}>
        {(loaded) => <StatisticsView {...loaded} />}
      </Reading>
    </StaffFrame>
  );
}
