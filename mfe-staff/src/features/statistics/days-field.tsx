import { useTranslation } from '@portal/i18n';
import { STATISTICS_DAYS } from '@portal/staff-api/wire';
import { SelectField, useSearchParams } from '@portal/ui';
import { onlyValue } from '@portal/contract/paths';
import type { Days } from '../../calls/statistics.ts';

const USUAL: Days = 30;

/** The days of the address (`?days=7`), and how to choose others. */
export function useDays(): readonly [days: Days, choose: (days: string) => void] {
  const [query, setQuery] = useSearchParams();
  const inAddress = onlyValue(query, 'days');
  const days = STATISTICS_DAYS.find((each) => String(each) === inAddress) ?? USUAL;
  return [
    days,
    (chosen) => {
      const next = new URLSearchParams(query);
      next.set('days', chosen);
      setQuery(next);
    },
  ];
}

interface DaysFieldProps {
  readonly days: Days;
  readonly onChange: (days: string) => void;
  /** The numbers of other days are on their way. */
  readonly coming: boolean;
}

/** Chooses for how many days the plots are. */
export function DaysField({ days, onChange, coming }: DaysFieldProps) {
  const { t } = useTranslation('mfe-staff');
  const options = STATISTICS_DAYS.map((each) => ({
    value: String(each),
    text: t('statistics.days.last', { count: each }),
  }));
  return (
    <div className="statistics-days">
      <SelectField label={t('statistics.days.label')} options={options} value={String(days)} onChange={onChange} />
      <p className={coming ? 'soft' : 'visually-hidden'} role="status">
        {coming ? t('staff.loading') : t('statistics.days.shown', { count: days })}
      </p>
    </div>
  );
}
