import { onlyValue } from '@portal/contract/query';
import { STATISTICS_DAYS } from '@portal/staff-api/wire';
import { useSearchParams } from '@portal/ui';
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
