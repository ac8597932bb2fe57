import { useTranslation } from '@portal/i18n';
import { Button, Message } from '@portal/ui';
import { useEffect, useRef } from 'react';

interface LagMessageProps {
  readonly checking: boolean;
  readonly onCheck: () => void;
}

/** The terms are accepted, but the role is still on its way. It takes the place of the form, and the focus with it. */
export function LagMessage({ checking, onCheck }: LagMessageProps) {
  const { t } = useTranslation('mfe-developer');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const again = (
    <Button ref={button} size="small" icon="retry" busy={checking} onClick={onCheck}>
      {t('lag.check')}
    </Button>
  );
  return (
    <Message title={t('lag.title')} titleAs="h2" live="status" actions={again}>
      {t('lag.text')}
    </Message>
  );
}
