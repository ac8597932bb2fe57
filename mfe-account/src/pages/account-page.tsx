import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, Sections } from '@portal/ui';
import { DataSection } from '../features/data/data-section.tsx';
import { DeletionSection } from '../features/deletion/deletion-section.tsx';
import { EmailSection } from '../features/email/email-section.tsx';
import { IdentitySection, useIdentityManagement } from '../features/identity/identity-section.tsx';
import { NewsSection, useIsAskedAboutNews } from '../features/news/news-section.tsx';
import { PasswordSection, useHasPassword } from '../features/password/password-section.tsx';
import { ProfileSection } from '../features/profile/profile-section.tsx';
import { SectionLinks } from '../features/section-links/section-links.tsx';

/**
 * `/account`: profile, e-mail, password and news or central identity, data and deletion (specification, sections 2 and
 * 3).
 */
export function Page() {
  const { t } = useTranslation('mfe-account');
  const identity = useIdentityManagement();
  const hasPassword = useHasPassword();
  const isAskedAboutNews = useIsAskedAboutNews();
  const links = [
    { id: 'profile', text: t('profile.heading') },
    { id: 'email', text: t('email.heading') },
    ...(hasPassword ? [{ id: 'password', text: t('password.heading') }] : []),
    ...(isAskedAboutNews ? [{ id: 'news', text: t('news.heading') }] : []),
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
            {hasPassword && <PasswordSection />}
            {isAskedAboutNews && <NewsSection />}
            {identity !== undefined && <IdentitySection href={identity} />}
            <DataSection isAskedAboutNews={isAskedAboutNews} />
            <DeletionSection />
          </Sections>
        </div>
      </PageBody>
    </>
  );
}
