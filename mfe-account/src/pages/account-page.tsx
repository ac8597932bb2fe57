import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, Sections } from '@portal/ui';
import { EmailSection } from '../features/email/email-section.tsx';
import { ProfileSection } from '../features/profile/profile-section.tsx';

/** `/account`: what the portal knows of the user, for reading (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-account');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <PageBody>
        <Sections>
          <ProfileSection />
          <EmailSection />
        </Sections>
      </PageBody>
    </>
  );
}
