import { useTranslation } from '@portal/i18n';
import { ButtonLink, Link, Section, Sections, useOutwardLinks } from '@portal/ui';

/** What moving to the central identity means, and how to do it. */
export function MigrationGuide() {
  const { t } = useTranslation('mfe-account');
  const { identityManagement } = useOutwardLinks();
  return (
    <Sections>
      <Section heading={t('migration.why.heading')}>
        <p className="prose">{t('migration.why.text')}</p>
      </Section>
      <Section heading={t('migration.how.heading')}>
        <ol className="steps prose">
          <li>{t('migration.how.identity')}</li>
          <li>{t('migration.how.app')}</li>
          <li>{t('migration.how.portal')}</li>
        </ol>
        {identityManagement !== undefined && (
          <div>
            <ButtonLink href={identityManagement} icon="identity">
              {t('migration.toIdentity')}
            </ButtonLink>
          </div>
        )}
      </Section>
      <Section heading={t('migration.stays.heading')}>
        <p className="prose">{t('migration.stays.text')}</p>
        <p>
          <Link to="/faq">{t('migration.questions')}</Link>
        </p>
      </Section>
    </Sections>
  );
}
