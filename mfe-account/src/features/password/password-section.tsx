import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Button, Section, useFeature, useFocusAfterRetry, useLazyImport, useLoad } from '@portal/ui';
import { useCallback, useRef, useState } from 'react';
import { LoadError } from '../../forms/load-error.tsx';

/** Whether the user has a password here that can be changed: the central identity has its own. */
export function useHasPassword(): boolean {
  const { usesSingleSignOn } = useUser();
  return useFeature('accountPassword') && !usesSingleSignOn;
}

/** The password of the account. Its form is a chunk of its own, which comes when it is asked for. */
export function PasswordSection() {
  const { t } = useTranslation('mfe-account');
  const lazyImport = useLazyImport();
  const load = useCallback(
    () => lazyImport(() => import(/* webpackChunkName: "password" */ './password-form.tsx')),
    [lazyImport],
  );
  const [isOpen, setIsOpen] = useState(false);
  const [form, retry] = useLoad(load, {
    enabled: isOpen,
    onFailure: (error) => console.error('The form for the password could not be loaded.', error),
  });
  const opener = useRef<HTMLButtonElement>(null);
  // The form takes the focus along when it goes.
  useFocusAfterRetry(opener, { retrying: isOpen, ended: !isOpen });

  const close = () => setIsOpen(false);
  const retrying = form.status === 'loading' && form.again;
  const isComing = isOpen && form.status === 'loading' && !retrying;
  const hasFailed = isOpen && (form.status === 'failed' || retrying);
  const Form = isOpen && form.status === 'loaded' ? form.value.PasswordForm : undefined;
  return (
    <Section id="password" heading={t('password.heading')} text={t('password.about')}>
      {Form && <Form onChanged={close} onCancel={close} />}
      {hasFailed && <LoadError retrying={retrying} onRetry={retry} />}
      {(!isOpen || isComing) && (
        <div>
          <Button ref={opener} busy={isComing} onClick={() => setIsOpen(true)}>
            {t('password.open')}
          </Button>
        </div>
      )}
    </Section>
  );
}
