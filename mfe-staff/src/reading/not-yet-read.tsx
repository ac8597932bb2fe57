import { useTranslation } from '@portal/i18n';
import { DelayedFallback, FailureCard } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import type { ReactNode } from 'react';

/** Whether data is read again after a failure. */
export function isRetrying(state: Loadable<unknown>): boolean {
  return state.status === 'loading' && state.again;
}

interface NotYetReadProps {
  readonly state: Loadable<unknown>;
  readonly onRetry: () => void;
  readonly skeleton: ReactNode;
}

/** Stands in the place of data that is not there: its skeleton, or its failure with "Try again". */
export function NotYetRead({ state, onRetry, skeleton }: NotYetReadProps) {
  const { t } = useTranslation('mfe-staff');
  const retrying = isRetrying(state);
  if (state.status === 'failed' || retrying) {
    return (
      <FailureCard
        heading={t('staff.loadFailed.title')}
        text={t('staff.loadFailed.text')}
        retryText={t('staff.tryAgain')}
        retryingText={t('staff.tryingAgain')}
        retrying={retrying}
        onRetry={onRetry}
      />
    );
  }
  return (
    <DelayedFallback>
      <p className="visually-hidden" role="status">
        {t('staff.loading')}
      </p>
      {skeleton}
    </DelayedFallback>
  );
}
