import { useTranslation } from '@portal/i18n';
import { Button, Message } from '@portal/ui';

interface LoadErrorProps {
  readonly texts?: 'loadFailed' | 'data.failed';
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** Stands in place of a part of the page that could not be loaded. */
export function LoadError({ texts = 'loadFailed', retrying, onRetry }: LoadErrorProps) {
  const { t } = useTranslation('mfe-account');
  return (
    <Message
      kind="error"
      live="alert"
      title={t(`${texts}.title`)}
      actions={
        <Button size="small" icon="retry" busy={retrying} onClick={onRetry}>
          {t(retrying ? 'tryingAgain' : 'tryAgain')}
        </Button>
      }
    >
      {t(`${texts}.text`)}
    </Message>
  );
}
