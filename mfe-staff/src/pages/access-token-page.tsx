import { useTranslation } from '@portal/i18n';
import { getAccessToken } from '../calls/access-token.ts';
import { TokenSection } from '../features/access-token/token-section.tsx';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/access-token`. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const read = useRead(getAccessToken);
  return (
    <StaffLayout title={t('accessToken.title')} lead={t('accessToken.lead')}>
      <LoadBoundary read={read}>{(token) => <TokenSection token={token} />}</LoadBoundary>
    </StaffLayout>
  );
}
