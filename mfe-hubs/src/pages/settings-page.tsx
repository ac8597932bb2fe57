import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { PageBody, PageHead } from '@portal/ui';
import { HubsSection } from '../features/hubs/hubs-section.tsx';
import { HubsLead } from '../features/hubs/audience-texts.tsx';
import { findAudience } from '../features/hubs/audience.ts';
import { useHubs } from '../features/hubs/use-hubs.ts';
import { MigrationNotice } from '../features/migration/migration-notice.tsx';
import '../features/hubs/hub-row.css';
import '../features/hubs/hub-card.css';
import '../features/hubs/hubs-head.css';

/** `/settings`: the hubs on the user's account (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-hubs');
  const user = useUser();
  const hubs = useHubs();
  return (
    <>
      <PageHead
        title={user.firstName === '' ? t('greetingAlone') : t('greeting', { firstName: user.firstName })}
        lead={<HubsLead audience={findAudience(hubs.state)} />}
      />
      <PageBody stacked>
        {!user.usesSingleSignOn && <MigrationNotice />}
        <HubsSection hubs={hubs} />
      </PageBody>
    </>
  );
}
