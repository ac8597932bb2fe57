import { useTranslation } from '@portal/i18n';
import { useLocation } from '@portal/ui';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { HubAnswer, useHubQuery } from '../features/hub-status/hub-answer.tsx';
import { HubQuery } from '../features/hub-status/hub-query.tsx';
import { hubInState } from '../navigation-state/navigation-state.ts';

/** `/staff/hubs`: whether a hub is activated, and the way to who holds it. No number of a hub stands in the address. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const location = useLocation();
  const { answer, query, querying } = useHubQuery();
  return (
    <StaffLayout title={t('hubStatus.title')} lead={t('hubStatus.lead')}>
      <HubQuery handed={hubInState(location.state)} busy={querying} onQuery={(numbers) => void query(numbers)} />
      {answer && <HubAnswer answer={answer} />}
    </StaffLayout>
  );
}
