import { useTranslation } from '@portal/i18n';
import { Button, TextField } from '@portal/ui';
import type { TextFieldProps } from '@portal/ui';
import { useEffect, useRef, useState } from 'react';

/** A password, which can be shown. It is hidden before the form is sent: browsers remember what text fields contain. */
export function PasswordField(field: Omit<TextFieldProps, 'type' | 'button'>) {
  const { t } = useTranslation('mfe-account');
  const [isShown, setShown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);
  const act = isShown ? 'hide' : 'show';
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      button={
        <Button
          ref={button}
          variant="quiet"
          size="small"
          aria-label={t(`passwords.${act}Label`)}
          onClick={() => setShown(!isShown)}
        >
          {t(`passwords.${act}`)}
        </Button>
      }
    />
  );
}
