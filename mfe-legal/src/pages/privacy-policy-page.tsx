import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, useLocation } from '@portal/ui';
import { DocumentReader, useChosenText } from '../reading/document-reader.tsx';

/**
 * `/privacy-policy`, with `?locale=en-us|en-ca|fr-ca` for the regional policies; and `/privacy-policy/v3`, while single
 * sign-on is off (specification, section 2).
 */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const { pathname } = useLocation();
  const chosen = useChosenText('privacy-policy', pathname.startsWith('/privacy-policy/v3') ? 'v3' : undefined);
  return (
    <>
      <PageHead title={t('privacyPolicy.title')} lead={t('privacyPolicy.lead')} />
      <PageBody>
        <DocumentReader chosen={chosen} />
      </PageBody>
    </>
  );
}
