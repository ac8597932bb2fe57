import { useTranslation } from '@portal/i18n';
import { Message } from '@portal/ui';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { LogsFilters } from '../features/logs/logs-filters.tsx';
import { LogsSection } from '../features/logs/logs-section.tsx';
import { useLogsAddress } from '../features/logs/logs-address.ts';
import '../features/logs/logs.css';

/** `/staff/logs`: the logs that apps, hubs and servers have sent. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const address = useLogsAddress();
  return (
    <StaffLayout title={t('logs.title')} lead={t('logs.lead')}>
      <LogsFilters filter={address.filter} onFilter={(filter) => address.go({ ...filter, size: address.size })} />
      {address.contradicts ? (
        <Message kind="warning" title={t('logs.contradiction')} />
      ) : (
        <LogsSection address={address} />
      )}
    </StaffLayout>
  );
}
