import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { PageBody, PageHead } from '@portal/ui';
import { HubsSection } from '../features/hubs/hubs-section.tsx';
import { MigrationNotice } from '../features/migration/migration-notice.tsx';
import '../features/hubs/hub-row.css';
import '../features/hubs/hubs-head.css';

/** `/settings`: the hubs on the user's account (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-hubs');
  const user = useUser();
  return (
    <>
      <PageHead title={t('greeting', { firstName: user.firstName })} lead={t('lead')} />
      <PageBody stacked>
        {!user.usesSingleSignOn && <MigrationNotice />}
        <HubsSection />
      </PageBody>
    </>
  );
}
