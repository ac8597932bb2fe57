import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { ButtonLink, Section, useOutwardLinks } from '@portal/ui';

/**
 * Where users on single sign-on manage the central identity, if the address is configured; undefined for everybody
 * else.
 */
export function useIdentityManagement(): string | undefined {
  const { usesSingleSignOn } = useUser();
  const { identityManagement } = useOutwardLinks();
  return usesSingleSignOn ? identityManagement : undefined;
}

/** Link to the central identity. */
export function IdentitySection({ href }: { readonly href: string }) {
  const { t } = useTranslation('mfe-account');
  return (
    <Section id="identity" heading={t('identity.heading')} text={t('identity.about')}>
      <div>
        <ButtonLink href={href} icon="identity">
          {t('identity.manage')}
        </ButtonLink>
      </div>
    </Section>
  );
}
