import { useTranslation } from '@portal/i18n';
import { Button, Message } from '@portal/ui';
import { useEffect, useRef } from 'react';

export interface CheckInboxProps {
  /** The address that has been written to. */
  readonly email: string;
  readonly onAnother: () => void;
}

/** In place of the form, once the API has written to the new address. It has the focus, as its button went with the form. */
export function CheckInbox({ email, onAnother }: CheckInboxProps) {
  const { t } = useTranslation('mfe-account');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Message
        live="status"
        title={t('email.sent.title')}
        titleAs="h3"
        actions={
          <Button variant="quiet" onClick={onAnother}>
            {t('email.sent.another')}
          </Button>
        }
      >
        {t('email.sent.text', { email })}
      </Message>
    </div>
  );
}
