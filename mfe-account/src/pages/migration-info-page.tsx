import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { MigrationGuide } from '../features/migration/migration-guide.tsx';

/** `/migration-info`: open to everybody, since users who cannot sign in yet need it most (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-account');
  return (
    <>
      <PageHead title={t('migration.title')} lead={t('migration.lead')} />
      <PageBody>
        <MigrationGuide />
      </PageBody>
    </>
  );
}
