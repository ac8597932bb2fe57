import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Button, Message, Section, TextField, useOutwardLinks } from '@portal/ui';
import { useEffect, useRef, useState } from 'react';
import { EmailForm } from './email-form.tsx';

/** The address of single sign-on users, who change it in the central identity (specification, section 5). */
function LockedEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation('mfe-account');
  const { identityManagement } = useOutwardLinks();
  return (
    <>
      <TextField
        label={t('email.address')}
        hint={t('email.fromIdentity')}
        type="email"
        autoComplete="email"
        value={email}
        readOnly
        disabled
      />
      {identityManagement !== undefined && (
        <p>
          <a href={identityManagement}>{t('email.openIdentity')}</a>
        </p>
      )}
    </>
  );
}

interface CheckInboxProps {
  /** The address that the API has sent a mail to. */
  readonly email: string;
  readonly onAnother: () => void;
}

/**
 * Replaces the form once the API has sent a mail to the new address. It takes the focus, because the pressed button is
 * removed with the form.
 */
function CheckInbox({ email, onAnother }: CheckInboxProps) {
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

/** The form; after a request, the hint to check the inbox until a new address is confirmed. */
function OwnEmail({ current }: { readonly current: string }) {
  const [requested, setRequested] = useState<{ readonly address: string; readonly whileCurrent: string }>();
  const [isAnother, setIsAnother] = useState(false);

  function onRequested(address: string): void {
    setRequested({ address, whileCurrent: current });
    setIsAnother(false);
  }

  function onAnother(): void {
    setRequested(undefined);
    setIsAnother(true);
  }

  if (requested?.whileCurrent !== current) return <EmailForm startsFocused={isAnother} onRequested={onRequested} />;
  return <CheckInbox email={requested.address} onAnother={onAnother} />;
}

/** The contact e-mail: a form, or for single sign-on users a link to the central identity. */
export function EmailSection() {
  const { t } = useTranslation('mfe-account');
  const { email, usesSingleSignOn } = useUser();
  return (
    <Section id="email" heading={t('email.heading')} text={t('email.about')}>
      {usesSingleSignOn ? <LockedEmail email={email} /> : <OwnEmail current={email} />}
    </Section>
  );
}
