import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Entries, Section } from '@portal/ui';

/** The contact e-mail; whose address comes with the central identity learns where to change it. */
export function EmailSection() {
  const { t } = useTranslation('mfe-account');
  const { email, usesSingleSignOn } = useUser();
  return (
    <Section heading={t('email.heading')} text={t('email.about')}>
      <Entries entries={[{ name: t('email.address'), value: email }]} />
      {usesSingleSignOn && <p className="soft prose">{t('email.fromIdentity')}</p>}
    </Section>
  );
}
