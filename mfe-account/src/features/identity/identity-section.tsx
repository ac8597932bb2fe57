import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { ButtonLink, Section, useOutwardLinks } from '@portal/ui';

/** Link to the central identity for single sign-on users, if its address is configured. */
export function IdentitySection() {
  const { t } = useTranslation('mfe-account');
  const { usesSingleSignOn } = useUser();
  const { identityManagement } = useOutwardLinks();
  if (!usesSingleSignOn || identityManagement === undefined) return null;
  return (
    <Section heading={t('identity.heading')} text={t('identity.about')}>
      <div>
        <ButtonLink href={identityManagement} icon="identity">
          {t('identity.manage')}
        </ButtonLink>
      </div>
    </Section>
  );
}
