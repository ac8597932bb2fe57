import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, Sections } from '@portal/ui';
import { DataActSection } from '../features/data-act/data-act-section.tsx';
import { DeletionSection } from '../features/deletion/deletion-section.tsx';
import { EmailSection } from '../features/email/email-section.tsx';
import { IdentitySection } from '../features/identity/identity-section.tsx';
import { ProfileSection } from '../features/profile/profile-section.tsx';

/** `/account`: profile, e-mail, central identity, data and deletion (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-account');
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <PageBody>
        <Sections>
          <ProfileSection />
          <EmailSection />
          <IdentitySection />
          <DataActSection />
          <DeletionSection />
        </Sections>
      </PageBody>
    </>
  );
}
