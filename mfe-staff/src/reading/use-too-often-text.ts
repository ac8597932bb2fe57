import { waitingTime } from '@portal/contract/waiting-time';
import { useLanguage, useTranslation } from '@portal/i18n';
import type { TooOften } from '../calls/people.ts';

/** Says how long nobody can be looked up. */
export function useTooOftenText(): (tooOften: TooOften) => string {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  return ({ waitSeconds }) =>
    waitSeconds === undefined
      ? t('people.tooOften.unknown')
      : t('people.tooOften.known', { wait: waitingTime(language, waitSeconds) });
}
