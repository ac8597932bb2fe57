import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { ButtonLink, Section, useOutwardLinks } from '@portal/ui';

/** The way to the central identity, for those who are on it; without an address in the configuration there is none. */
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
