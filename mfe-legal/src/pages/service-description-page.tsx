import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { useServiceDescription } from '../features/service-description/use-service-description.ts';
import { DocumentReader, useChosenText } from '../reading/document-reader.tsx';

/**
 * `/service-description`, also `/service-description/v1`: the PDF that the API names, else the portal's own
 * (specification, section 7).
 */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  return (
    <>
      <PageHead title={t('serviceDescription.title')} lead={t('serviceDescription.lead')} />
      <PageBody>
        <DocumentReader chosen={useChosenText('service-description')} otherPdf={useServiceDescription()} />
      </PageBody>
    </>
  );
}
