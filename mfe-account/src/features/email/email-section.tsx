import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Section } from '@portal/ui';
import { useState } from 'react';
import { CheckInbox } from './check-inbox.tsx';
import { EmailForm } from './email-form.tsx';
import { LockedEmail } from './locked-email.tsx';

/** The contact e-mail; whose address comes with the central identity learns where to change it. */
export function EmailSection() {
  const { t } = useTranslation('mfe-account');
  const { email, usesSingleSignOn } = useUser();
  const [asked, setAsked] = useState<string>();
  return (
    <Section heading={t('email.heading')} text={t('email.about')}>
      {usesSingleSignOn && <LockedEmail email={email} />}
      {!usesSingleSignOn && asked === undefined && <EmailForm onAsked={setAsked} />}
      {!usesSingleSignOn && asked !== undefined && <CheckInbox email={asked} onAnother={() => setAsked(undefined)} />}
    </Section>
  );
}
