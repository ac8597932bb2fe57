import { useTranslation } from '@portal/i18n';
import { FailureCard } from '@portal/ui';

interface PageErrorProps {
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** In place of what could not be shown, with the way to try again. */
export function PageError({ retrying, onRetry }: PageErrorProps) {
  const { t } = useTranslation('shell');
  return (
    <FailureCard
      heading={t('failure.title')}
      text={t('failure.text')}
      retryText={t('failure.tryAgain')}
      retryingText={t('failure.trying')}
      retrying={retrying}
      onRetry={onRetry}
    />
  );
}
