import { useTranslation } from '@portal/i18n';
import { getAccessToken } from '../calls/access-token.ts';
import { TokenSection } from '../features/access-token/token-section.tsx';
import { StaffFrame } from '../features/frame/staff-frame.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/access-token`. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const read = useRead(getAccessToken);
  return (
    <StaffFrame title={t('accessToken.title')} lead={t('accessToken.lead')}>
      <LoadBoundary read={read}>{(token) => <TokenSection token={token} />}</LoadBoundary>
    </StaffFrame>
  );
}
