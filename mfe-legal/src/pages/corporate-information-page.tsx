import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { DocumentReader, useChosenText } from '../reading/document-reader.tsx';

/** `/corporate-information`: who runs the portal (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  return (
    <>
      <PageHead title={t('corporateInformation.title')} lead={t('corporateInformation.lead')} />
      <PageBody>
        <DocumentReader chosen={useChosenText('corporate-information')} />
      </PageBody>
    </>
  );
}
