import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, Sections } from '@portal/ui';
import { DataSection } from '../features/data/data-section.tsx';
import { DeletionSection } from '../features/deletion/deletion-section.tsx';
import { EmailSection } from '../features/email/email-section.tsx';
import { IdentitySection, useIdentityManagement } from '../features/identity/identity-section.tsx';
import { ProfileSection } from '../features/profile/profile-section.tsx';
import { SectionLinks } from '../features/section-links/section-links.tsx';

/** `/account`: profile, e-mail, central identity, data and deletion (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-account');
  const identity = useIdentityManagement();
  const links = [
    { id: 'profile', text: t('profile.heading') },
    { id: 'email', text: t('email.heading') },
    ...(identity === undefined ? [] : [{ id: 'identity', text: t('identity.heading') }]),
    { id: 'data', text: t('data.heading') },
    { id: 'delete', text: t('deletion.heading') },
  ];
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <PageBody>
        <div className="account">
          <SectionLinks sections={links} />
          <Sections>
            <ProfileSection />
            <EmailSection />
            {identity !== undefined && <IdentitySection href={identity} />}
            <DataSection />
            <DeletionSection />
          </Sections>
        </div>
      </PageBody>
    </>
  );
}
