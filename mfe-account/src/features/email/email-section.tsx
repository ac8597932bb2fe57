import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Section } from '@portal/ui';
import { useState } from 'react';
import { CheckInbox } from './check-inbox.tsx';
import { EmailForm } from './email-form.tsx';
import { LockedEmail } from './locked-email.tsx';

/** The form, or the inbox to look into once the API has written to a new address, until that address or another one is confirmed. */
function OwnEmail({ current }: { readonly current: string }) {
  const [asked, setAsked] = useState<{ readonly address: string; readonly whileCurrent: string }>();
  const [isAnother, setIsAnother] = useState(false);
  if (asked !== undefined && asked.whileCurrent !== current) setAsked(undefined);

  function onAsked(address: string): void {
    setAsked({ address, whileCurrent: current });
    setIsAnother(false);
  }

  function onAnother(): void {
    setAsked(undefined);
    setIsAnother(true);
  }

  if (asked === undefined) return <EmailForm startsFocused={isAnother} onAsked={onAsked} />;
  return <CheckInbox email={asked.address} onAnother={onAnother} />;
}

/** The contact e-mail; whose address comes with the central identity learns where to change it. */
export function EmailSection() {
  const { t } = useTranslation('mfe-account');
  const { email, usesSingleSignOn } = useUser();
  return (
    <Section heading={t('email.heading')} text={t('email.about')}>
      {usesSingleSignOn ? <LockedEmail email={email} /> : <OwnEmail current={email} />}
    </Section>
  );
}
